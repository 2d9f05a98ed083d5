#!/usr/bin/python3
"""Runs the client's tests against the daemons in --binaries; --report gets the numbers as JSON."""
import argparse
import json
import os
import pathlib
import sys
import unittest


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", default=".build/debug", help="the folder with svc-interface and the daemons")
    parser.add_argument("--report", help="where to write {passed, failed}")
    parser.add_argument("--only", default="test_*.py", help="a pattern of file names")
    options = parser.parse_args()
    os.environ["COLONNADE_BINARIES"] = str(pathlib.Path(options.binaries).resolve())
    folder = pathlib.Path(__file__).resolve().parent
    sys.dont_write_bytecode = True
    suite = unittest.TestLoader().discover(str(folder), pattern=options.only)
    result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    passed = max(0, result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped))
    if options.report:
        pathlib.Path(options.report).write_text(json.dumps({"passed": passed, "failed": failed}))
    sys.exit(1 if failed or passed == 0 else 0)


if __name__ == "__main__":
    main()
