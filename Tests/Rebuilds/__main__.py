"""Changes one file of a vertical, or of an interface, builds, and counts from the build's own output whose targets were compiled: a
vertical's change compiles no other one's, an interface's only those that use it. The file is put back whatever comes.

Everything has to be built before. What the build has planned is tested by ArchitectureTests for all verticals at once, and in a second;
this is what it really does, and takes a build for each change."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
LAYERS: tuple[str, ...] = ("", "Domain", "Data", "DataDomainInterface", "Presentation", "IO")
PROBE: str = "\n/// Whether others are compiled when this changes.\npublic struct RebuildProbe{number} {{}}\n"


class Suite:
    """The verticals of Package.swift."""

    def __init__(self) -> None:
        lines = re.findall(r'^    vertical\("(\w+)", uses: \[([^\]]*)\](.*)', (ROOT / "Package.swift").read_text(), re.MULTILINE)
        self.uses: dict[str, list[str]] = {name: re.findall(r"\w+", used) for name, used, _ in lines}
        self.stores: dict[str, list[str]] = {name: re.findall(r'Store\("(\w+)"', rest) for name, _, rest in lines}

    def owner(self, module: str) -> str | None:
        """The vertical that a module belongs to."""
        for name, stores in self.stores.items():
            daemon = "svc_" + re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
            if module in {name + layer for layer in (*LAYERS, *stores)} or module == daemon or module.startswith(daemon + "_"):
                return name
        return None


@contextmanager
def changed(path: pathlib.Path, number: int) -> Iterator[None]:
    before = path.read_bytes()
    try:
        path.write_bytes(before + PROBE.format(number=number).encode())
        yield
    finally:
        path.write_bytes(before)


def compiled(swift: str) -> set[str]:
    """The modules that a build compiles, by what it says."""
    result = subprocess.run([swift, "build"], cwd=ROOT, stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False)
    if result.returncode != 0:
        sys.exit(f"error: the build failed\n{result.stdout}{result.stderr}")
    return set(re.findall(r"(?:Compiling|Emitting module) (\w+)", result.stdout))


def source(name: str, is_interface: bool) -> pathlib.Path:
    if is_interface:
        return ROOT / f"Shared/IOInterface/{name}IO/{name}IOInterface.swift"
    return min((ROOT / f"Services/{name}/Domain/Entities").glob("*.swift"))


def check(suite: Suite, name: str, is_interface: bool, swift: str, number: int) -> bool:
    with changed(source(name, is_interface), number):
        modules = compiled(swift)
    own = name + ("IO" if is_interface else "Domain")
    owners = {module: suite.owner(module) for module in modules}
    allowed = {name} | ({user for user, used in suite.uses.items() if name in used} if is_interface else set())
    foreign = sorted(module for module, owner in owners.items() if owner and owner not in allowed)
    print(f"{own} changed: compiled {' '.join(sorted(modules)) or 'nothing'}", flush=True)
    if own not in modules:
        print(f"error: {own} was not compiled; the output is not read as it should be", file=sys.stderr)
    if foreign:
        print(f"error: a change of {own} compiles {' '.join(foreign)}", file=sys.stderr)
    return own in modules and not foreign


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Rebuilds", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verticals", nargs="*", help="default: all")
    parser.add_argument("--swift", default=os.environ.get("SWIFT", "swift"), help="the swift command")
    parser.add_argument("--leave-changed", action="store_true", help="do not build once more at the end, what lies in the repository")
    options = parser.parse_args()
    suite = Suite()
    if unknown := set(options.verticals) - set(suite.uses):
        parser.error(f"no such vertical: {' '.join(sorted(unknown))}; there are {' '.join(suite.uses)}")
    # Everything, which may take minutes and says so.
    if subprocess.run([options.swift, "build"], cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        return 1
    good = True
    for name in options.verticals or suite.uses:
        for is_interface in (False, True):
            good = check(suite, name, is_interface, options.swift, os.getpid()) and good
    # So that what lies in the build folder is made of what lies in the repository.
    if not options.leave_changed:
        compiled(options.swift)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
