#!/usr/bin/env python3
"""Builds and tests this package as somebody outside the repository would: its interface is current, it builds nothing that it does not
use, its tests pass, and svc-supervisor runs its launcher file. The last lines say how long it took and how many lines are written by hand."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree
from collections.abc import Callable, Sequence

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Interface, daemon and client of the greeter; the rest shows what else can be done.
BY_HAND = ["GreeterIO/GreeterInOut.swift", "Greeter/Greeter.swift", "svc-greeter/main.swift", "greet/main.swift"]
# A vertical with a screen, and the lines that it may take.
SCREEN = ["TallyIO/TallyInOut.swift", "Tally/Tally.swift"]
MOST_SCREEN_LINES = 40
# Modules of this repository and its dependencies that no outside suite builds.
FOREIGN = {"GRDB", "Yams", "SwiftSyntax", "SwiftParser", "InterfaceTool", "ArgumentParser", "Hummingbird", "IOInterface", "EchoIO"}


class Failure(Exception):
    """A check did not hold; the message says why."""


def run(command: Sequence[str | pathlib.Path], cwd: pathlib.Path = HERE, show: bool = True) -> str:
    """Runs a command; its output is shown, or given where it is not."""
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, text=True, check=False,
        stdout=None if show else subprocess.PIPE, stderr=None if show else subprocess.STDOUT)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} ended with {result.returncode}\n{result.stdout or ''}".rstrip())
    return result.stdout or ""


class Outside:
    def __init__(self, options: argparse.Namespace) -> None:
        self.swift: str = options.swift
        self.scratch: pathlib.Path = options.scratch.resolve()
        # The platform's tools are built apart: in the scratch folder stands only what the suite itself builds.
        self.tools: pathlib.Path = self.scratch.with_name(self.scratch.name + "-tools")
        self.interface: pathlib.Path | None = options.interface and options.interface.resolve()
        self.supervisor: pathlib.Path | None = options.supervisor and options.supervisor.resolve()
        self.products: pathlib.Path = self.scratch / "debug"
        self.build_seconds: float = 0
        self.from_clean: bool = not self.scratch.exists()
        self.counts: dict[str, int] = {"passed": 0, "failed": 0}

    def package(self, verb: str, *arguments: str, scratch: pathlib.Path | None = None) -> list[str]:
        return [self.swift, verb, "--scratch-path", str(scratch or self.scratch), *arguments]

    def interface_is_current(self) -> None:
        """The generated files are what the generator writes: the tool itself where it is built, or else the plugin, which builds it."""
        if self.interface:
            run([self.interface, "generate", "--check", HERE])
        else:
            run(self.package(
                "package", "--allow-writing-to-package-directory", "generate-interface", "--check", scratch=self.tools))

    def builds(self) -> None:
        # Another package may have been built in this folder; what this one uses comes back.
        for module in self.foreign_modules():
            (self.products / "Modules" / f"{module}.swiftmodule").unlink()
        start = time.monotonic()
        run(self.package("build", "--build-tests", "--explicit-target-dependency-import-check", "error"))
        self.build_seconds = time.monotonic() - start

    def modules(self) -> set[str]:
        """What was compiled left its module in the build's folder."""
        return {path.stem for path in (self.products / "Modules").glob("*.swiftmodule")}

    def foreign_modules(self) -> set[str]:
        verticals = {path.name for path in (ROOT / "Services").iterdir() if path.is_dir()} - {"Supervisor"}
        return {name for name in self.modules() if name in FOREIGN or any(name.startswith(vertical) for vertical in verticals)}

    def builds_nothing_foreign(self) -> None:
        modules = self.modules()
        if "Greeter" not in modules:
            raise Failure(f"no module of this package stands in {self.products / 'Modules'}: look for where this SwiftPM puts them")
        print("modules that were built:", " ".join(sorted(modules)))
        if foreign := self.foreign_modules():
            raise Failure(f"an outside suite builds what it does not use: {' '.join(sorted(foreign))}")

    def tests_pass(self) -> None:
        report = self.scratch / "tests.xml"
        swift_testing = report.with_name("tests-swift-testing.xml")
        swift_testing.unlink(missing_ok=True)
        try:
            run(self.package("test", "--skip-build", "--xunit-output", str(report)))
        finally:
            for case in tree.parse(swift_testing).iter("testcase") if swift_testing.exists() else []:
                failed = case.find("failure") is not None or case.find("error") is not None
                self.counts["failed" if failed else "passed"] += 1

    def screen_is_short(self) -> None:
        """What a screen costs its author."""
        if (lines := lines_by_hand(SCREEN)) >= MOST_SCREEN_LINES:
            raise Failure(f"a vertical with a screen takes {lines} lines by hand; it should be fewer than {MOST_SCREEN_LINES}")

    def supervisor_runs_it(self) -> None:
        """The launcher file as its author starts it, and the client beside it."""
        supervisor = self.products / "svc-supervisor"
        if not self.supervisor:
            run(self.package("build", "--product", "svc-supervisor", scratch=self.tools))
        # Beside the daemons, as the README has it copied.
        shutil.copy2(self.supervisor or self.tools / "debug/svc-supervisor", supervisor)
        with tempfile.TemporaryDirectory(prefix="outside-") as folder:
            place = pathlib.Path(folder)
            run([supervisor, "up", "--detach", "--launcher", HERE / "hello.yml"], place)
            try:
                greeting = run([self.products / "greet", "Ana"], place, show=False)
                called = run([supervisor, "call", "greeter", "greet", '"Ben"'], place, show=False)
            finally:
                run([supervisor, "down"], place)
        if (greeting, called) != ("Hello, Ana!\n", '"Hello, Ben!"\n'):
            raise Failure(f"the client said {greeting!r}, svc-supervisor call said {called!r}")

    def check(self, name: str, step: Callable[[], None]) -> bool:
        print(f"==> outside: {name}", flush=True)
        try:
            step()
        except (Failure, OSError, tree.ParseError) as failure:
            print(f"error: {failure}", file=sys.stderr, flush=True)
            self.counts["failed"] += 1
            return False
        self.counts["passed"] += 1
        return True

    def run_all(self) -> bool:
        self.check("its generated files are current", self.interface_is_current)
        self.check("a screen takes few lines", self.screen_is_short)
        if self.check("it builds", self.builds):
            self.check("it builds neither the clinic nor what that needs", self.builds_nothing_foreign)
            self.check("its tests pass", self.tests_pass)
            self.check("svc-supervisor runs its launcher file", self.supervisor_runs_it)
        return self.counts["failed"] == 0


def lines_by_hand(files: Sequence[str]) -> int:
    """Lines that are not empty."""
    return sum(1 for name in files for line in (HERE / "Sources" / name).read_text().splitlines() if line.strip())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", type=pathlib.Path, default=HERE / ".build/scratch", help="where to build (default: .build/scratch)")
    parser.add_argument("--interface", type=pathlib.Path, metavar="SVC-INTERFACE", help="a built generator, instead of the plugin")
    parser.add_argument("--supervisor", type=pathlib.Path, metavar="SVC-SUPERVISOR", help="a built supervisor, instead of building it")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    parser.add_argument("--swift", default=os.environ.get("SWIFT", "swift"), help="the swift command")
    options = parser.parse_args()
    start = time.monotonic()
    outside = Outside(options)
    passed = outside.run_all()
    state = "from clean" if outside.from_clean else "incrementally"
    print(f"outside: {lines_by_hand(BY_HAND)} lines of Swift by hand, {lines_by_hand(SCREEN)} for a screen; built {state} in {outside.build_seconds:.0f} s, "
          f"all in {time.monotonic() - start:.0f} s; {outside.counts['passed']} passed, {outside.counts['failed']} failed")
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps(outside.counts | {
            "lines": lines_by_hand(BY_HAND), "screenLines": lines_by_hand(SCREEN), "buildSeconds": round(outside.build_seconds, 1), "fromClean": outside.from_clean}) + "\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
