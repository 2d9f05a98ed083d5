#!/usr/bin/python3
"""Attacks every daemon of the suite, and holds what that costs under limits; --report gets the numbers as JSON."""
import argparse
import json
import pathlib
import resource
import sys
import tempfile
import time

import python_client


def main() -> int:
    options = _options()
    python_client.use(options.binaries)
    # Behind the line above: these speak the wire.
    from attack import EVERYBODY, attacks
    from series import Series

    table = attacks()
    if options.list:
        for attack in table.values():
            print(f"{attack.name:20} {attack.what}\n{'':20} on {', '.join(attack.daemons)}")
        return 0
    unknown = set(options.only) - set(table) | set(options.daemon) - set(EVERYBODY)
    if unknown:
        print(f"error: there is no {', '.join(sorted(unknown))}; --list shows what there is", file=sys.stderr)
        return 2
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    chosen = [attack for attack in table.values() if not options.only or attack.name in options.only]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        series = Series(chosen, options.daemon or list(EVERYBODY), options.seconds, options.seed, pathlib.Path(folder))
        results = series.run()
    passed = sum(result.passed for result in results)
    print(f"{len(chosen)} attacks, {len(results)} trials in {time.monotonic() - started:.0f} s: "
          f"{passed} passed, {len(results) - passed} failed; seed {options.seed}")
    if options.report:
        options.report.write_text(json.dumps({"passed": passed, "failed": len(results) - passed}))
    if options.table:
        options.table.write_text(series.table())
    return 1 if passed < len(results) or not results else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=".build/debug", help="the folder with svc-interface and the daemons")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this attack; may be repeated")
    parser.add_argument("--daemon", action="append", default=[], metavar="NAME", help="only this daemon; may be repeated")
    parser.add_argument("--seconds", type=float, default=0.4, help="how long an ordinary attack lasts; some take a multiple of it")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with: one seed, one series of attacks")
    parser.add_argument("--list", action="store_true", help="print the table of attacks, and attack nobody")
    parser.add_argument("--report", type=pathlib.Path, help="where to write {passed, failed}")
    parser.add_argument("--table", type=pathlib.Path, help="where to write the figures as a table in Markdown")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
