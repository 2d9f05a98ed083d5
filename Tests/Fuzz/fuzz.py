#!/usr/bin/python3
"""Fuzzes every decoder, led by what the code does: builds fuzz-wire with libFuzzer, looks for a planted word, and runs the targets
for a given time. An input that crashes, hangs or takes too much memory is kept, and said."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "Tests/Fuzz/Corpus"
SCRATCH = ROOT / ".build/fuzz"
#: Bytes of memory in MiB, and seconds, that no input may take: a message of 64 KiB is a few MiB when it is decoded.
MEMORY, TIME = 512, 10
#: Seconds after which the canary counts as not found.
CANARY = 300
#: Bytes of inputs that are kept in the repository for a target.
KEPT = 6_000
LONGEST = {"canary": 32, "frames": 4096, "locks": 16_384, "described": 16_384, "tokens": 2304}


class Result(NamedTuple):
    target: str
    status: int
    log: str

    @property
    def executions(self) -> int:
        found = re.search(r"stat::number_of_executed_units:\s*(\d+)", self.log)
        return int(found[1]) if found else 0

    @property
    def coverage(self) -> tuple[int, int]:
        """Edges and features, at the beginning and at the end."""
        found = re.findall(r"ft: (\d+)", self.log)
        return (int(found[0]), int(found[-1])) if found else (0, 0)


def libraries(swift: str) -> pathlib.Path:
    """libFuzzer without a main of its own, as it comes with the toolchain."""
    said = subprocess.run([swift, "-print-target-info"], check=True, capture_output=True, text=True).stdout
    resources = re.search(r'"runtimeResourcePath": "(.*?)"', said)
    found = sorted(pathlib.Path(resources[1] if resources else "/").glob("clang/lib/*/libclang_rt.fuzzer_no_main*.a"))
    machine = [path for path in found if os.uname().machine in path.name or len(found) == 1]
    if not machine:
        sys.exit("fuzz: this toolchain has no libFuzzer (libclang_rt.fuzzer_no_main)")
    return machine[0]


def build(swift: str) -> pathlib.Path:
    options = [
        "-c", "release", "--scratch-path", str(SCRATCH), "-Xswiftc", "-sanitize=fuzzer", "-Xswiftc", "-use-ld=lld",
        "-Xlinker", str(libraries(swift)), "-Xlinker", "-lstdc++",
    ]
    subprocess.run([swift, "build", *options, "--product", "fuzz-wire"], check=True, cwd=ROOT)
    place = subprocess.run([swift, "build", *options, "--show-bin-path"], check=True, cwd=ROOT, capture_output=True, text=True).stdout
    return pathlib.Path(place.strip()) / "fuzz-wire"


def start(program: pathlib.Path, target: str, seconds: int, seed: int) -> subprocess.Popen[str]:
    """Runs one target; what it finds new goes to the folder of the build."""
    own, findings = SCRATCH / "corpus" / target, SCRATCH / "findings"
    own.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    return subprocess.Popen(
        [program, "--coverage", target, "--", f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST.get(target, 2048)}",
         f"-rss_limit_mb={MEMORY}", f"-timeout={TIME}", "-print_final_stats=1", f"-artifact_prefix={findings}/{target}-",
         str(own)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})


def run(program: pathlib.Path, targets: list[str], seconds: int, seed: int, jobs: int) -> list[Result]:
    """The targets share the time, so many at once."""
    each = max(1, seconds * jobs // max(1, len(targets)))
    results = []
    for first in range(0, len(targets), jobs):
        running = [(target, start(program, target, each, seed)) for target in targets[first:first + jobs]]
        for target, process in running:
            log = process.communicate(timeout=each + 120)[0]
            results.append(Result(target, process.returncode, log))
            say(results[-1])
    return results


def say(result: Result) -> None:
    before, after = result.coverage
    print(f"fuzz: {result.target}: {result.executions} executions, {before} features at the start, {after} at the end", flush=True)
    if result.status != 0:
        print("\n".join(result.log.splitlines()[-30:]))
        print(f"fuzz: {result.target} FOUND something; see {SCRATCH}/findings, and run it again with\n"
              f"  fuzz-wire --coverage {result.target} -- FILE")


def keep(target: str) -> None:
    """Writes some of what was found to reach something new into the repository's corpus, short and long, a line of digits each."""
    found = sorted((path.read_bytes() for path in (SCRATCH / "corpus" / target).iterdir()), key=lambda data: (len(data), data))
    found = [data for data in found if 0 < len(data) <= KEPT // 10]
    step = 1
    while sum(map(len, found[::step])) > KEPT:
        step += 1
    CORPUS.mkdir(exist_ok=True)
    (CORPUS / f"{target}.hex").write_text("".join(f"{data.hex()}\n" for data in found[::step]))


def find_canary(program: pathlib.Path, seed: int) -> None:
    """The planted word must be found, or nothing that is not found means anything."""
    shutil.rmtree(SCRATCH / "corpus/canary", ignore_errors=True)
    # It ends when it finds the word; how long that takes is a matter of luck, and of what else the machine does.
    process = start(program, "canary", CANARY, seed)
    log = process.communicate(timeout=CANARY + 120)[0]
    if process.returncode == 0 or "the word was found" not in log:
        sys.exit(f"fuzz: the canary stayed hidden with --seed {seed}\n{log[-2000:]}")
    for found in (SCRATCH / "findings").glob("canary-*"):
        found.unlink()
    tried = re.findall(r"^#(\d+)", log, re.M)
    print(f"fuzz: the canary was found after {tried[-1] if tried else '?'} executions", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for all targets together")
    parser.add_argument("--targets", nargs="*", help="only these")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="targets at once")
    parser.add_argument("--keep", action="store_true", help="put what reaches most into the corpus in the repository")
    parser.add_argument("--swift", default="swift")
    options = parser.parse_args()
    program = build(options.swift)
    seed = options.seed or time.time_ns() % (1 << 31) + 1
    print(f"fuzz: --seed {seed}", flush=True)
    find_canary(program, seed)
    listed = subprocess.run([program, "--targets"], check=True, capture_output=True, text=True).stdout.split()
    targets = options.targets or [target for target in listed if target != "canary"]
    seeds = SCRATCH / "corpus"
    subprocess.run([program, "--corpus", CORPUS, "--write-seeds", seeds], check=True)
    results = run(program, targets, options.seconds, seed, options.jobs)
    for target in targets if options.keep else []:
        keep(target)
    found = [result.target for result in results if result.status != 0]
    print(f"fuzz: {sum(result.executions for result in results)} executions of {len(results)} targets: "
          + (f"something was found in {', '.join(found)}" if found else "nothing was found"))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
