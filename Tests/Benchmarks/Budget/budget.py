#!/usr/bin/env python3
"""Holds what a call costs (instructions, allocations and system calls, of client and server) under checked-in ceilings.

usage: budget.py [--program PATH] [--report FILE] [--update | --self-test]
svc-echo, built for release, calls itself under Valgrind's callgrind, which counts what is executed: the numbers do not depend on how
busy the machine is. The ceilings stand in ceilings.json; only --update writes them.
"""
import argparse
import contextlib
import json
import os
import pathlib
import signal
import sys
import tempfile
import unittest
from collections.abc import Iterator
from typing import NoReturn

import ceilings
import valgrind
import verdict
from callgrind import UnreadableProfile
from ceilings import Ceilings, Count, Outcome, Sides
from echo_pair import CannotMeasure, EchoPair
from measurement import measure, sufficient, thorough


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended)
    options: argparse.Namespace = parsed()
    tested, failed = self_test()
    if options.self_test or failed:
        return reported(options.report, tested - failed, failed)
    missing: str | None = valgrind.what_is_missing()
    if missing:
        return unmeasured(missing, options, tested)
    try:
        with echo_pair(options.program) as pair:
            if options.update:
                return update(pair)
            passed, failed = check(pair)
    except (CannotMeasure, UnreadableProfile, ceilings.NoCeiling) as error:
        print(f"error: what a call costs was not compared: {error}", file=sys.stderr)
        return reported(options.report, tested, 1)
    return reported(options.report, tested + passed, failed)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Holds what a call costs under checked-in ceilings.")
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path(".build/release/svc-echo"), help="svc-echo, built for release")
    parser.add_argument("--report", type=pathlib.Path, help="where to write {passed, failed}")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--update", action="store_true", help="measure, and write the ceilings anew")
    what.add_argument("--self-test", action="store_true", help="only test this program, with canned profiles")
    return parser.parse_args()


def ended(number: int, frame: object) -> NoReturn:
    # An exception, so that processes and files are cleaned up.
    sys.exit(128 + number)


def self_test() -> tuple[int, int]:
    """How many tests ran, and how many of them failed."""
    tests = unittest.TestLoader().discover(str(ceilings.FOLDER), pattern="test_*.py")
    result = unittest.TextTestRunner(stream=sys.stdout).run(tests)
    return result.testsRun, len(result.failures) + len(result.errors) or int(result.testsRun == 0)


def unmeasured(missing: str, options: argparse.Namespace, tested: int) -> int:
    """Where somebody relies on it, a guard that does not run is a failure; elsewhere it says so and lets pass."""
    if options.update or os.environ.get("CI"):
        print(f"error: what a call costs was not measured: {missing}", file=sys.stderr)
        return reported(options.report, tested, 1)
    print(f"skipped: what a call costs was not measured: {missing}")
    return reported(options.report, tested, 0)


@contextlib.contextmanager
def echo_pair(program: pathlib.Path) -> Iterator[EchoPair]:
    with tempfile.TemporaryDirectory(prefix="colonnade-budget-") as name:
        folder: pathlib.Path = pathlib.Path(name)
        yield EchoPair(valgrind.without_debug_information(program, folder), folder)


def check(pair: EchoPair) -> tuple[int, int]:
    """How many counts are within their budget, and how many are not."""
    budget: Ceilings = ceilings.load()
    sides: Sides = sufficient(lambda: measure(pair), budget)
    counts: list[Count] = budget.compare(sides)
    print(verdict.table(counts), flush=True)
    text: str = verdict.text(counts, sides, budget, valgrind.tools())
    if text:
        print(text, file=sys.stderr)
    within: int = sum(count.outcome is Outcome.WITHIN for count in counts)
    return within, len(counts) - within


def update(pair: EchoPair) -> int:
    sides: Sides = thorough(lambda: measure(pair))
    written: Ceilings = ceilings.of(sides, valgrind.tools())
    print(verdict.table(known_ceilings(written).compare(sides)))
    ceilings.save(written)
    print(f"wrote {os.path.relpath(ceilings.FOLDER)}/*.json: commit them, and say in the message why the numbers changed")
    return 0


def known_ceilings(written: Ceilings) -> Ceilings:
    """Those that stood until now, to show what changed; the new ones where none stood, or not for all that is measured."""
    try:
        before: Ceilings = ceilings.load()
    except ceilings.NoCeiling:
        return written
    return before if before.covers(written) else written


def reported(report: pathlib.Path | None, passed: int, failed: int) -> int:
    if report:
        report.write_text(json.dumps({"passed": passed, "failed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
