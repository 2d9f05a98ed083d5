"""Tries a suite as `make install` has put it: nothing of the toolchain, small, up, and gone again.

usage: python3 Tests/Packages/run_tests.py ROOT PREFIX [--report FILE]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

LARGEST_MB: int = 200


def tool(*command: object) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True, timeout=60).stdout


def programs(installed: pathlib.Path) -> list[pathlib.Path]:
    return sorted((installed / "lib/colonnade/bin").iterdir())


def loads_its_own_libraries(installed: pathlib.Path) -> None:
    found = programs(installed)
    assert len(found) >= 6, f"only {[program.name for program in found]}"
    own = str((installed / "lib/colonnade/lib").resolve())
    for program in found:
        paths = [line for line in tool("readelf", "-d", program).splitlines() if "RUNPATH" in line or "RPATH" in line]
        assert len(paths) == 1 and "[$ORIGIN/../lib]" in paths[0], f"{program.name}: {paths}"
        for line in tool("ldd", program).splitlines():
            assert "not found" not in line, f"{program.name}: {line}"
            if "swift" in line or "Foundation" in line or "dispatch" in line:
                at = pathlib.Path(line.split("=>")[1].split()[0]).resolve()
                assert str(at.parent) == own, f"{program.name} loads {at}"


def is_small(installed: pathlib.Path) -> None:
    size = sum(file.stat().st_size for file in installed.rglob("*") if file.is_file() and not file.is_symlink()) / 1e6
    print(f"     installed: {size:.0f} MB")
    assert size < LARGEST_MB, f"{size:.0f} MB"


def has_what_people_read(installed: pathlib.Path) -> None:
    for path in ["share/man/man1/svc-supervisor.1.gz", "share/man/man1/svc-supervisor-up.1.gz", "lib/systemd/system/clinic.service",
                 "lib/sysusers.d/clinic.conf", "share/bash-completion/completions/svc-supervisor"]:
        assert (installed / path).is_file(), f"{path} is not there"


def runs(installed: pathlib.Path) -> None:
    supervisor = installed / "bin/svc-supervisor"
    launcher = (installed / "share/colonnade/launchers/clinic.yml").read_text().replace("port: 8080", "port: 0")
    launcher = launcher.replace("../data/", f"{installed}/share/colonnade/data/")
    with tempfile.TemporaryDirectory(prefix="colonnade-installed-") as folder:
        file = pathlib.Path(folder) / "clinic.yml"
        file.write_text(launcher)
        home = pathlib.Path(folder) / "home"
        tool(supervisor, "up", "--home", home, "--launcher", file, "--detach")
        try:
            answer = tool(supervisor, "call", "--home", home, "maps", "searchPlaces", "text=hospital", "limit=1")
            assert "ospital" in answer, answer
        finally:
            tool(supervisor, "down", "--home", home)


def goes_again(root: pathlib.Path, prefix: str) -> None:
    tool("make", "--no-print-directory", "uninstall", f"DESTDIR={root}", f"PREFIX={prefix}")
    # With every folder that it made; those above the prefix are the root's.
    left = [str(path) for path in root.rglob("*") if root / prefix.lstrip("/") in [path, *path.parents]]
    assert not left, f"left: {left}"


def names_programs(root: pathlib.Path, installed: pathlib.Path) -> None:
    """In units of both forms, and where this installation has put the programs."""
    units = [*installed.glob("lib/systemd/system/*.service"), *installed.glob("share/colonnade/systemd/*/system/*.service")]
    assert len(units) >= 7, units
    for unit in units:
        for line in unit.read_text().splitlines():
            if line.startswith(("ExecStart=", "ExecReload=")):
                program = line.partition("=")[2].split()[0]
                assert (root / program.lstrip("/")).is_file(), f"{unit.name}: {program} is not there"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("prefix")
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    root = options.root.resolve()
    installed = root / options.prefix.lstrip("/")
    tests = [
        ("programs load the package's own libraries", lambda: loads_its_own_libraries(installed)),
        ("the whole is small", lambda: is_small(installed)),
        ("manual pages, completions and units are there", lambda: has_what_people_read(installed)),
        ("units name programs that are there", lambda: names_programs(root, installed)),
        ("the suite runs", lambda: runs(installed)),
        ("uninstall leaves nothing", lambda: goes_again(root, options.prefix)),
    ]
    failed = 0
    for name, test in tests:
        try:
            test()
            print(f"ok   {name}")
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            failed += 1
            print(f"FAIL {name}: {error} {getattr(error, 'stderr', None) or ''}")
    print(f"packages: {len(tests) - failed} of {len(tests)} tests passed")
    if options.report:
        options.report.write_text(json.dumps({"passed": len(tests) - failed, "failed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
