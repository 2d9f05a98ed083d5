"""Runs the clinic under a real systemd, which boots in namespaces of its own: as one unit with the supervisor, and as a service for each
vertical. Where this machine can boot none, says so and passes, unless CI_SYSTEMD=1.

usage: python3 Tests/Systemd/run_tests.py [--binaries FOLDER] [--report FILE]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable

import supervisor
import verticals
from clinic import ROOT, binds
from machine import CannotBoot, Failed, Machine, obstacle

# As the design promises for every service.
MOST_EXPOSED: float = 1.5


class Count:
    """Takes one step after the other; behind one that failed, the rest of a form says nothing."""

    def __init__(self) -> None:
        self.passed: int = 0
        self.failed: int = 0

    def take(self, form: str, machine: Machine, steps: list[tuple[str, Callable[[], None]]]) -> None:
        for at, (name, step) in enumerate(steps):
            try:
                step()
            except (AssertionError, Failed, OSError, KeyError, ValueError, subprocess.SubprocessError) as error:
                self.failed += len(steps) - at
                print(f"FAIL {form}: {name}: {type(error).__name__}: {error}", file=sys.stderr)
                print(machine.attempt("journalctl", "--no-pager", "-n", "60").stdout, file=sys.stderr)
                return
            self.passed += 1
            print(f"ok   {form}: {name}", flush=True)


def exposure() -> list[tuple[str, float]]:
    """What systemd says of each service: 0 is closed, 10 open."""
    rates = []
    for unit in sorted((ROOT / "deploy/systemd").glob("*/system/*.service")):
        said = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True, check=True).stdout
        rates.append((f"{unit.parts[-3]}/{unit.stem}", float(said.rpartition("Overall exposure level for")[2].split()[1])))
    return rates


def is_closed() -> None:
    rates = exposure()
    for name, rate in rates:
        print(f"     {rate:4.1f}  {name}")
    worst = max(rate for _, rate in rates)
    assert worst <= MOST_EXPOSED, f"{worst} is above {MOST_EXPOSED}"


def main() -> int:
    options = _options()
    count = Count()
    missing = obstacle()
    try:
        if missing is None:
            for form in (supervisor, verticals):
                with Machine(binds(options.binaries)) as machine:
                    name, steps = form.steps(machine)
                    if form is supervisor:
                        steps.insert(0, ("every service is closed, as systemd rates it", is_closed))
                    count.take(name, machine, steps)
    except CannotBoot as error:
        missing = str(error)
    if missing is not None:
        must = os.environ.get("CI_SYSTEMD") == "1"
        print(f"systemd: {'FAIL' if must else 'skipped'}: no systemd boots here: {missing}", file=sys.stderr)
        count.failed += int(must)
    print(f"systemd: {count.passed} of {count.passed + count.failed} tests passed")
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": count.passed, "failed": count.failed}) + "\n")
    return 1 if count.failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
