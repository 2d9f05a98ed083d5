# `make` alone lists what can be asked for. `run` and `test` set up what they need on a Debian machine.

SWIFT ?= swift
BUILD := .ci/compile $(SWIFT) build --explicit-target-dependency-import-check error
# How programs are linked for release: see deploy/link/flags. Both ways link the same objects.
RELEASE = $(BUILD) -c release $(shell deploy/link/flags $(SWIFT))
RELEASE_STATIC = $(BUILD) -c release $(shell deploy/link/flags $(SWIFT) static)
PREFIX ?= /usr/local
LAUNCHER ?= deploy/launchers/clinic.yml
REPORTS := .build/reports
# What else `make test` makes and checks with the processor time that the tests leave.
BESIDE ?=
CHECKS ?=
# How many tests run at the same time: with all of them at once, each waits for the others, and deadlines mean nothing.
WIDTH := $(shell expr 3 \* $$(nproc))
BUDGET = python3 -B Tests/Benchmarks/Budget/budget.py --program "$$($(BUILD) -c release --show-bin-path)/svc-echo"

# One daemon for each folder: Services/ClinicalRecords/Daemon is svc-clinical-records, Services/Maps/Daemon-Grid is svc-maps-grid.
DAEMONS := $(shell ls -d Services/*/Daemon* | sed -E 's|Services/([^/]*)/Daemon|svc-\1|; s/([a-z0-9])([A-Z])/\1-\2/g' | tr 'A-Z' 'a-z')
# What `make release` builds, all at once. `make run` builds what its launcher file names.
PROGRAMS = svc-supervisor $(DAEMONS)
# What people write; generated files are reproduced, not formatted.
SOURCES = $(shell find Package.swift Shared Services Tests -name .build -prune -o -name '*.swift' ! -name '*IOInterface.swift' -print)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run demo completions man install uninstall deb release test test-swift test-programs test-beside test-outside test-seeds test-budget test-codecs demo-maps build debug-supervisor scaffold rebuilds lint lint-files lint-architecture docs format generate bench bench-bookings bench-pages bench-supervision bench-instances crashes budget budget-update release-echo footprint link-order fuzz sanitize replacements soak clean setup-build setup-test

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: PROGRAMS = svc-supervisor $(shell sed -nE 's/^ *executable: *(svc-[a-z-]*).*/\1/p' $(LAUNCHER))
run: release ## build the suite and run it in the foreground; ctrl-C ends it
	@echo "==> starting $(LAUNCHER)"
	@exec "$$($(BUILD) -c release --show-bin-path)/svc-supervisor" up --launcher $(LAUNCHER)

demo: release ## two minutes that show what the suite promises, with real processes; DEMO="--json"
	@$(RELEASE) --product demo-load
	@$(BUILD) --product svc-interface
	@python3 -B Tests/Demo --swift $(SWIFT) --binaries "$$($(BUILD) -c release --show-bin-path)" $(DEMO)

release: setup-build ## build the supervisor and the daemons for release, as `make run` does
	@echo "==> building $(PROGRAMS) (release)"
	@PROGRAMS_ONLY="$(PROGRAMS)" $(RELEASE)

test: setup-test ## build everything and run all tests: Swift, README, a short fuzz, attacks, stock protobuf, packages outside, what a call costs
	@rm -rf $(REPORTS) && mkdir -p $(REPORTS)
	@echo "==> building everything (debug)"
	@$(BUILD) --build-tests
	@.ci/beside $(MAKE) --no-print-directory test-beside -- \
		$(MAKE) --no-print-directory --keep-going test-swift test-programs

# What waits for nothing. The first have no need of this package's own build folder, which one build at a time may use.
test-beside:
	@.ci/beside $(MAKE) --no-print-directory --keep-going demo-maps test-outside test-codecs $(CHECKS) -- \
		$(MAKE) --no-print-directory --keep-going $(BESIDE) test-budget

# What the demo needs built; it waits for it.
demo-maps:
	@python3 -B Tests/Demo --swift $(SWIFT) --build-only

# What it takes is instructions, not time: it may run beside tests.
test-budget: release-echo
	@echo "==> what a call costs, under Valgrind"
	@$(BUDGET) --report $(REPORTS)/budget.json

# The tests' own program, without SwiftPM: it would want the build's database, which the build beside it holds. One of the tests writes the
# pages that a browser looks at.
test-swift:
	@echo "==> Swift tests"
	@rm -rf .build/gallery
	@GALLERY=$(CURDIR)/.build/gallery .ci/tidy .build/debug/ColonnadePackageTests.xctest --testing-library swift-testing \
		--experimental-maximum-parallelization-width $(WIDTH) --xunit-output $(REPORTS)/tests.xml

# What needs programs and no build of this package: it runs beside a build.
test-programs:
	@echo "==> pages with every element in a browser"
	@.ci/tidy .build/browser/bin/python -B Tests/Browser/gallery.py --pages .build/gallery --pictures .build/pictures \
		--report $(REPORTS)/gallery.json
	@.ci/tidy .build/browser/bin/python -B Tests/Browser/script.py --pages .build/gallery --report $(REPORTS)/script.json
	@echo "==> the clinic in a browser"
	@.ci/tidy .build/browser/bin/python -B Tests/Browser/walk.py --binaries .build/debug --report $(REPORTS)/browser.json
	@.ci/tidy .build/browser/bin/python -B Tests/Browser/apps.py --binaries .build/debug --report $(REPORTS)/apps.json
	@.ci/tidy .build/browser/bin/python -B Tests/Browser/trials.py --binaries .build/debug --report $(REPORTS)/trials.json
	@echo "==> the README's commands and files"
	@.ci/tidy python3 -B Tests/Documentation/readme.py --binaries .build/debug --report $(REPORTS)/readme.json
	@echo "==> the README's walk"
	@.ci/tidy python3 -B Tests/Documentation/walk.py --binaries .build/debug --report $(REPORTS)/walk.json
	@echo "==> the clinic under a systemd of its own"
	@.ci/tidy /usr/bin/python3 -B Tests/Systemd/run_tests.py --binaries .build/debug --report $(REPORTS)/systemd.json
	@echo "==> Python client against the daemons"
	@.ci/tidy /usr/bin/python3 -B Tests/PythonClient/run_tests.py --binaries .build/debug --report $(REPORTS)/python.json
	@echo "==> a hostile client against every daemon"
	@.ci/tidy /usr/bin/python3 -B Tests/Hostile/run_tests.py --binaries .build/debug --report $(REPORTS)/hostile.json
	@echo "==> the demo"
	@.ci/tidy python3 -B Tests/Demo --swift $(SWIFT) --report $(REPORTS)/demo.json

test-codecs:
	@echo "==> fuzzing every decoder for a fixed number of rounds"
	@.ci/tidy .build/debug/fuzz-wire --canary
	@.ci/tidy .build/debug/fuzz-wire --iterations 20000 --corpus Tests/Fuzz/Corpus
	@echo "==> our codecs, and the rules of compatibility, against stock protobuf"
	@.ci/tidy /usr/bin/python3 -B Tests/Oracle/oracle.py --binaries .build/debug --report $(REPORTS)/oracle.json
	@.ci/tidy /usr/bin/python3 -B Tests/Oracle/verdicts.py --binaries .build/debug --changes 500 --report $(REPORTS)/verdicts.json

# Builds packages in folders of their own.
test-outside:
	@echo "==> a suite outside this repository"
	@.ci/tidy python3 -B Tests/Fixtures/Outside/run_tests.py --scratch .build/outside --interface .build/debug/svc-interface \
		--supervisor .build/debug/svc-supervisor --report $(REPORTS)/outside.json
	@echo "==> a new vertical, made and taken out again, in an empty package"
	@.ci/tidy python3 -B Tests/Scaffold outside --build-folder .build/outside --report $(REPORTS)/scaffold.json

# The stories that the Swift tests tell in a debug build, in a third of its time.
test-seeds: setup-build
	@echo "==> a thousand stories of the whole suite, from their seeds"
	@PROGRAMS_ONLY=simulate-suite $(RELEASE) --product simulate-suite
	@"$$($(BUILD) -c release --show-bin-path)/simulate-suite" --seeds 1000

scaffold: setup-test ## make a vertical in a copy of this repository, build, test, run and remove it: SCAFFOLD=here needs no copy
	@$(BUILD) --product svc-interface
	@python3 -B Tests/Scaffold $(or $(SCAFFOLD),repository)

# What the two below are written by.
debug-supervisor: setup-build
	@$(BUILD) --product svc-supervisor

completions: debug-supervisor ## write what bash, zsh and fish complete by into .build/completions
	@mkdir -p .build/completions
	@.build/debug/svc-supervisor completions bash > .build/completions/svc-supervisor.bash
	@.build/debug/svc-supervisor completions zsh > .build/completions/_svc-supervisor
	@.build/debug/svc-supervisor completions fish > .build/completions/svc-supervisor.fish

man: debug-supervisor ## write man pages from the commands' own help into .build/man
	@$(BUILD) --product generate-manual
	@rm -rf .build/man && mkdir -p .build/man
	@.build/debug/generate-manual --multi-page --output-directory .build/man .build/debug/svc-supervisor
	@set -e; for page in .build/man/*.1; do \
		awk -f deploy/packages/manual.awk "$$page" > "$$page.new"; rm "$$page"; \
		mv "$$page.new" "$$(echo "$$page" | sed -E 's/svc-supervisor\.([a-z]+)\.1$$/svc-supervisor-\1.1/')"; \
	done

install: release completions man ## install the supervisor and the clinic: DESTDIR= PREFIX=/usr/local
	@.ci/setup package
	@SWIFT="$(SWIFT)" deploy/packages/install "$$($(BUILD) -c release --show-bin-path)" "$(DESTDIR)" "$(PREFIX)"

uninstall: ## remove what `make install` has put there: DESTDIR= PREFIX=/usr/local
	@deploy/packages/uninstall "$(DESTDIR)" "$(PREFIX)"

deb: release completions man ## write two Debian packages into .build/packages, the platform's and the clinic's
	@.ci/setup package
	@SWIFT="$(SWIFT)" deploy/packages/deb "$$($(BUILD) -c release --show-bin-path)" .build/packages

rebuilds: setup-build ## change a file of each vertical and interface, and count whose targets are compiled: VERTICALS="Maps"
	@python3 -B Tests/Rebuilds $(REBUILDS) $(VERTICALS)

build: setup-build ## build everything, the tests too, without running it
	@$(BUILD) --build-tests

lint: lint-files lint-architecture docs ## format, generated files, the rules of the architecture, and the documentation

lint-files: setup-build
	@echo "==> format"
	@$(SWIFT) format lint --strict --parallel $(SOURCES)
	@echo "==> generated files"
	@$(BUILD) --product svc-interface
	@.build/debug/svc-interface generate --check
	@$(SWIFT) package --allow-writing-to-package-directory generate-interface --check
	@echo "==> what an interface may hold"
	@.build/debug/svc-interface lint
	@if [ -e .git ] || git rev-parse --is-inside-work-tree >/dev/null 2>&1; then .build/debug/svc-interface check; \
		else echo "no git repository here: nothing to compare the contracts with"; fi

lint-architecture: setup-build
	@echo "==> architecture"
	@$(SWIFT) test --filter ArchitectureTests

docs: setup-build ## build the documentation into .build/docs; fails where a public symbol has none, or DocC warns
	@echo "==> documentation"
	@python3 -B Tests/Documentation --swift $(SWIFT)

format: ## format what is written by hand
	@$(SWIFT) format --in-place --parallel $(SOURCES)

generate: ## write XIOInterface.swift and X.contract.json from every XInOut.swift
	@$(BUILD) --product svc-interface
	@.build/debug/svc-interface generate
	@.build/debug/svc-interface generate Tests/Fixtures/Outside

bench: setup-build ## measure svc-echo beside C, libuv, Thrift, sd-bus, Cap'n Proto and gRPC: BENCH="--quick"
	@.ci/setup bench || echo "==> what could not be installed is left out"
	@$(RELEASE_STATIC) --product svc-echo
	@echo "==> building the peers"
	@$(MAKE) --no-print-directory -s -k -C Tests/Benchmarks/Peers OUT=$(CURDIR)/.build/bench-peers \
		|| echo "==> what could not be built is left out"
	@python3 Tests/Benchmarks/Comparison --swift .build/release/svc-echo --peers-folder .build/bench-peers \
		$(or $(BENCH),--svg .readme/benchmark.svg)

bench-bookings: setup-build ## measure bookings per second, each on disk, beside bare SQLite: BOOKINGS="--rounds 5"
	@$(RELEASE) --product svc-appointments
	@$(RELEASE) --product bench-bookings
	@python3 -B Tests/Benchmarks/Bookings $(BOOKINGS)

bench-pages: release ## measure pages of the shell beside Hummingbird with the same bytes from memory: PAGES="--quick"
	@$(RELEASE) --product page-limit
	@$(BUILD) --product svc-interface
	@/usr/bin/python3 -B Tests/Benchmarks/Pages $(PAGES)

# Linked statically, as the others are: beside them no other program shares the Swift libraries.
bench-supervision: setup-build ## measure restarts, starts and memory beside s6, runit, daemontools and supervisord: SUPERVISION="--quick"
	@.ci/setup bench || echo "==> what could not be installed is left out"
	@$(RELEASE_STATIC) --product svc-supervisor
	@$(RELEASE_STATIC) --product svc-echo
	@$(BUILD) --product svc-interface
	@/usr/bin/python3 -B Tests/Benchmarks/Supervision $(SUPERVISION)

bench-instances: setup-build ## measure calls per second of one and two processes of a vertical: INSTANCES="--rounds 5"
	@$(RELEASE) --product svc-echo
	@$(RELEASE) --product svc-maps-grid
	@$(BUILD) --product svc-supervisor
	@$(BUILD) --product svc-interface
	@/usr/bin/python3 -B Tests/Benchmarks/Instances $(INSTANCES)

crashes: setup-build ## kill a vertical under load a thousand times, and count what was done twice: CRASHES=100
	@$(BUILD) --build-tests
	@CRASHES=$(or $(CRASHES),1000) $(SWIFT) test --skip-build --filter "CrashTests/underLoad"

budget: setup-test release-echo ## count what a call costs, and hold it under the ceilings of Tests/Benchmarks/Budget
	@$(BUDGET)

budget-update: setup-test release-echo ## count what a call costs, and write that as the new ceilings
	@$(BUDGET) --update

release-echo: setup-build
	@echo "==> building svc-echo (release)"
	@PROGRAMS_ONLY=svc-echo $(RELEASE_STATIC)

footprint: release release-echo ## measure memory, start, size and many connections: FOOTPRINT="--only idle start"
	@$(BUILD) --product svc-interface
	@mkdir -p .build/footprint
	@"$$(command -v cc || command -v clang)" -O2 -o .build/footprint/wire-load Tests/Benchmarks/Footprint/Load/main.c
	@/usr/bin/python3 -B Tests/Benchmarks/Footprint $(FOOTPRINT)

# Linked statically: what a program takes from the Swift libraries is ordered as well.
link-order: setup-build ## find out which functions daemons run, for the linker: deploy/link/functions.txt
	@PROGRAMS_ONLY="$(PROGRAMS) svc-echo" $(RELEASE_STATIC)
	@$(BUILD) --product svc-interface
	@/usr/bin/python3 -B Tests/Benchmarks/Footprint/link_order.py

fuzz: setup-test ## fuzz every decoder, led by coverage: DURATION=60 SEED= TARGETS="dtos locks"
	@/usr/bin/python3 -B Tests/Fuzz/fuzz.py --swift $(SWIFT) --seconds $(or $(DURATION),60) $(if $(SEED),--seed $(SEED)) \
		$(if $(TARGETS),--targets $(TARGETS))

sanitize: setup-test ## run the loop, wire, transport and vertical tests under AddressSanitizer and ThreadSanitizer
	@Tests/Sanitizers/run $(SWIFT)

replacements: setup-test ## replace svc-echo, and each of the three that keep a database, a hundred times under load; fails where a call fails or is carried out twice: REPLACEMENTS=100 RATE=5000
	@$(BUILD) --build-tests
	@REPLACEMENTS=$(or $(REPLACEMENTS),100) REPLACEMENTS_RATE=$(or $(RATE),5000) \
		$(SWIFT) test --skip-build --filter ReplaceUnderLoadTests

soak: setup-test ## attack a suite beside real load and kills; fails where memory or descriptors rise: HOURS=2 SEED=
	@$(BUILD)
	@$(BUILD) --product svc-interface
	@/usr/bin/python3 -B Tests/Hostile/soak.py --binaries .build/debug --hours $(or $(HOURS),2) $(if $(SEED),--seed $(SEED))

clean: ## remove what was built, and the home of the suite that `make run` started
	@rm -rf .build .colonnade

setup-build:
	@.ci/setup build

setup-test:
	@.ci/setup test
