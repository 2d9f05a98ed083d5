#!/usr/bin/env python3
"""Writes deploy/link/functions.txt: what daemons run at their start and in a call, so that the linker can put it together.

usage: link_order.py [--binaries DIR]
Runs release builds under Valgrind, which says what was executed; needs valgrind, nm and strip. A name that a later build does not
have any more is passed over by the linker, so the file may be a little old: run it again when `make footprint` says that memory grew.
"""
import argparse
import bisect
import os
import pathlib
import re
import shutil
import signal
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
OBJECT = re.compile(r"^(c?)ob=\((\d+)\) ?(.*)")
ADDRESS = re.compile(r"^(0x[0-9a-f]+|\+\d+|-\d+|\*) ")


def executed(profile: pathlib.Path, program_path: pathlib.Path) -> list[int]:
    """The addresses in the program that were executed, by callgrind's file format: a + or - is relative to the line before."""
    names: dict[str, str] = {}
    current, address, found = "", 0, {}
    for line in profile.read_text(errors="replace").splitlines():
        of_object = OBJECT.match(line)
        if of_object:
            called, number, name = of_object.groups()
            if name:
                names[number] = name
            if not called:
                current = names[number]
            continue
        match = ADDRESS.match(line)
        if not match:
            continue
        text = match[1]
        if text != "*":
            address = int(text, 16) if text.startswith("0x") else address + int(text)
        if current == str(program_path):
            found[address] = None
    return list(found)


def functions(addresses: list[int], program_path: pathlib.Path) -> list[str]:
    """The names of what lies at these addresses, all of a function that has several."""
    listing = subprocess.run(["nm", "-n", program_path], capture_output=True, text=True, check=True).stdout
    symbols = [(int(value, 16), name) for value, kind, name in _columns(listing) if kind in "tTwW"]
    starts = [start for start, _ in symbols]
    names: dict[str, None] = {}
    for address in addresses:
        index = bisect.bisect(starts, address) - 1
        while index >= 0 and starts[index] == starts[bisect.bisect(starts, address) - 1]:
            names[symbols[index][1]] = None
            index -= 1
    return list(names)


def _columns(listing: str) -> list[list[str]]:
    return [columns for columns in (line.split(maxsplit=2) for line in listing.splitlines()) if len(columns) == 3]


def run(name: str, arguments: list[str], binaries: str, folder: pathlib.Path, calls: int = 0) -> list[str]:
    """What one daemon executes from its start to its end, and in a few calls of svc-echo."""
    print(f"{name} under Valgrind", file=sys.stderr)
    # Valgrind can not read what Swift writes for debuggers.
    plain = folder / name
    subprocess.run(["strip", "--strip-debug", "-o", plain, program(binaries, name)], check=True)
    valgrind = pathlib.Path(shutil.which("valgrind") or sys.exit("valgrind is not installed: apt-get install valgrind"))
    profile = folder / f"{name}.profile"
    options = ["--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={profile}", str(plain)]
    with Process(valgrind, options + arguments, folder / f"{name}.home") as daemon:
        if calls:
            _call(folder / "echo.sock", calls)
        time.sleep(1)
        if name == "svc-supervisor":
            # It ends its children by system calls that Valgrind does not know.
            subprocess.run(["callgrind_control", "--dump", str(daemon.pid)], check=True, capture_output=True, timeout=60)
            os.kill(daemon.pid, signal.SIGKILL)
            profile = profile.with_name(profile.name + ".1")
    return functions(executed(profile, plain), plain)


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
