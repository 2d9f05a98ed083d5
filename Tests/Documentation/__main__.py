"""Builds the documentation of what outsiders import, and fails where a public symbol has none or DocC warns."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import archive  # noqa: E402
import checks  # noqa: E402
import coverage  # noqa: E402
import excerpts  # noqa: E402
import modules  # noqa: E402
import symbols  # noqa: E402


def main() -> int:
    if not checks.can_fail():
        return 1
    options = _options()
    root = pathlib.Path(__file__).resolve().parents[2]
    out = (root / options.output).resolve()
    names = [modules.UMBRELLA, *modules.OTHERS]
    try:
        compiler = modules.Compiler(options.swift, root)
        if not options.skip_build:
            for name in names:
                compiler.build(name)
        start = time.monotonic()
        problems, count = _problems(compiler, names, out)
        if problems:
            print("\n".join(problems), file=sys.stderr)
            print(f"{len(problems)} problems with the documentation of {count} public symbols", file=sys.stderr)
            return 1
        print(f"all {count} public symbols of {', '.join(names)} are documented")
        if not options.check:
            _tell(archive.make(options.docc, root, names, out).relative_to(root), time.monotonic() - start)
        return 0
    except subprocess.CalledProcessError as failure:
        print(f"{' '.join(failure.cmd[:2])} ended with {failure.returncode}; what is wrong stands above", file=sys.stderr)
        return 1


def _problems(compiler: modules.Compiler, names: list[str], out: pathlib.Path) -> tuple[list[str], int]:
    """What is wrong with comments and articles, and how many symbols there are."""
    shutil.rmtree(out, ignore_errors=True)
    found: list[symbols.Symbol] = []
    for name in names:
        compiler.extract(name, out / "graphs" / name)
        found += symbols.read(out / "graphs" / name)
    shown = excerpts.read(sorted((compiler.root / archive.CATALOG).glob("*.md")))
    return coverage.problems(found, str(compiler.root)) + excerpts.problems(shown, compiler.root / excerpts.PACKAGE), len(found)


def _tell(place: pathlib.Path, seconds: float) -> None:
    print(f"the documentation is in {place} ({seconds:.0f} s after the build); to read it:")
    print(f"  python3 -m http.server --directory {place} 8000    # http://localhost:8000/documentation/colonnade")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make docs", description=__doc__)
    parser.add_argument("--swift", default="swift", help="the compiler that the package is built with")
    parser.add_argument("--docc", default="docc", help="the documentation compiler, which comes with Swift")
    parser.add_argument("--output", default=".build/docs", help="where graphs and archives go; it is emptied first")
    parser.add_argument("--skip-build", action="store_true", help="take the debug build as it stands")
    parser.add_argument("--check", action="store_true", help="look at the comments only, and make no archive")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
