#!/usr/bin/python3
"""Attacks a suite for hours, beside real load and kills, and fails where memory or descriptors of a process rise.

In the first half every daemon is killed now and then. In the second only authentication is, which the others use: so they show what
they make of that, and live long enough to show what they keep. Samples are taken at rest, behind each attack.
"""
import argparse
import pathlib
import resource
import sys

import python_client


def main() -> int:
    options = _options()
    python_client.use(options.binaries)
    from soak_run import Soak

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    faults = Soak(options.hours * 3600, options.seed).run()
    for fault in faults:
        print(f"FAIL {fault}")
    print("the soak has failed" if faults else "the soak has passed")
    return 1 if faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, default=".build/debug", help="the folder with svc-interface and the daemons")
    parser.add_argument("--hours", type=float, default=2.0, help="how long; 0.05 is three minutes, the least that gives a line")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
