#!/usr/bin/env python3
"""Writes deploy/link/functions.txt: what daemons run at their start and in a call, so that the linker can put it together.

usage: link_order.py [--binaries DIR]
Runs static release builds under Trace/main.c, which says what was executed; needs a C compiler and readelf. A name that a later build does
not have any more is passed over by the linker, so the file may be a little old: run it again when `make footprint` says that memory grew.
"""
import argparse
import collections
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import connections
import suite
from processes import Process, program

FILE: pathlib.Path = pathlib.Path("deploy/link/functions.txt")
HEAD: str = "# Written by Tests/Benchmarks/Footprint/link_order.py: what daemons run at their start and in a call. See deploy/link/flags.\n"
CALLS: int = 50


def compile_trace(folder: pathlib.Path) -> None:
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        sys.exit("no C compiler is there: install gcc or clang, and try again")
    subprocess.run([compiler, "-O1", "-o", folder / "trace", pathlib.Path(__file__).parent / "Trace/main.c"], check=True)


def functions(path: pathlib.Path) -> dict[int, list[str]]:
    """The names of each function by its address in the program, in rising order; all of one that has several."""
    listing = subprocess.run(["readelf", "--syms", "--wide", path], capture_output=True, text=True, check=True).stdout
    names: dict[int, list[str]] = collections.defaultdict(list)
    for columns in map(str.split, listing.splitlines()):
        if len(columns) == 8 and columns[3] == "FUNC" and columns[6].isdigit():
            names[int(columns[1], 16)].append(columns[7])
    return dict(sorted(names.items()))


def run(name: str, arguments: list[str], binaries: str, folder: pathlib.Path, calls: int = 0) -> list[str]:
    """The functions that one daemon runs from its start to its end, and in a few calls of svc-echo."""
    print(name, file=sys.stderr)
    path = program(binaries, name)
    found = functions(path)
    addresses, output = folder / f"{name}.addresses", folder / f"{name}.output"
    addresses.write_text("".join(f"{address:x}\n" for address in found))
    with Process(folder / "trace", [str(addresses), str(output), str(path), *arguments], folder / f"{name}.home"):
        if calls:
            _call(folder / "echo.sock", calls)
        # What it does when it has nothing to do.
        time.sleep(2)
    return [each for address in output.read_text().split() for each in found[int(address, 16)]]


def _call(socket: pathlib.Path, count: int) -> None:
    with connections.connect(socket) as connection:
        connection.open()
        for _ in range(count):
            connection.activate(connections.ECHO, b"\x0a\x40" + bytes(64), flags=0x01)
            connection.receive()


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the order in which daemons are linked.")
    parser.add_argument("--binaries", default=".build/release", help="where the daemons are")
    options = parser.parse_args()
    names: dict[str, None] = {}
    with tempfile.TemporaryDirectory(prefix="colonnade-order-") as made:
        folder = pathlib.Path(made).resolve()
        compile_trace(folder)
        commands: dict[str, list[str]] = {
            "svc-echo": ["--socket", str(folder / "echo.sock")],
            "svc-maps": ["--socket", str(folder / "maps.sock"), *suite.maps_configuration(folder)],
            "svc-clinical-records": ["--socket", str(folder / "records.sock")],
            "svc-authentication": ["--socket", str(folder / "authentication.sock")],
            "svc-appointments": ["--socket", str(folder / "appointments.sock")],
        }
        for name, arguments in commands.items():
            names |= dict.fromkeys(run(name, arguments, options.binaries, folder))
        up = ["up", "--launcher", suite.LAUNCHER, "--home", str(folder / "suite")]
        names |= dict.fromkeys(run("svc-supervisor", up, options.binaries, folder))
        # What only a call runs comes behind all that an idle daemon has in memory.
        names |= dict.fromkeys(run("svc-echo", commands["svc-echo"], options.binaries, folder, CALLS))
    FILE.write_text(HEAD + "\n".join(names) + "\n")
    print(f"{FILE}: {len(names)} functions", file=sys.stderr)


if __name__ == "__main__":
    main()
