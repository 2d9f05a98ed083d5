#!/usr/bin/env python3
"""One svc-echo under more and more connections, and under more and more concurrent activations.

usage: scale.py [--binaries DIR] [--load PROGRAM] [--calls N] [--rounds N] [--json]
Clients are written from the article "The wire" (`wire-load`, in C, so that the daemon and not the client is the limit). Rows of one round run one
after the other, the rounds repeat them, and the median counts. The daemon's CPU time per call does not depend on how much of
a processor the daemon got.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import memory
from connections import ECHO, connect, raise_descriptor_limit
from exported import wire
from processes import Process, program

# Connections, and calls in flight on each.
CONNECTIONS: list[tuple[int, int]] = [(1, 1), (1, 64), (100, 1), (1_000, 1), (10_000, 1)]
ACTIVATIONS: list[tuple[int, int]] = [(1, 10), (1, 100), (1, 1_000), (1, 10_000), (100, 1), (100, 10), (100, 100)]


def hello(socket: pathlib.Path, file: pathlib.Path) -> None:
    """Writes the frame that opens a connection."""
    with connect(socket) as connection:
        file.write_bytes(connection.hello(limits=wire.PeerLimits(frame_bytes=16 << 20, streams=16_384, output_credit=64)))
        connection.open()


def load(client: pathlib.Path, daemon: Process, socket: pathlib.Path, file: pathlib.Path, shape: tuple[int, int], calls: int) -> dict:
    connections, window = shape
    calls = max(calls, connections * window * 5)
    done = subprocess.run(
        [client, socket, file, str(ECHO), str(connections), str(window), str(calls)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"wire-load with {connections} connections failed:\n{done.stdout}{done.stderr}{daemon.output()}")
    return json.loads(done.stdout)


def measure(binaries: str, load_program: str, folder: pathlib.Path, calls: int, rounds: int) -> dict:
    client, echo = pathlib.Path(load_program).resolve(), program(binaries, "svc-echo")
    socket, file = folder / "echo.sock", folder / "hello"
    report: dict = {}
    with Process(echo, ["--socket", str(socket), "--log-level", "error"], folder) as daemon:
        hello(socket, file)
        for name, shapes in (("connections", CONNECTIONS), ("activations", ACTIVATIONS)):
            runs = [[load(client, daemon, socket, file, shape, calls) for shape in shapes] for _ in range(rounds)]
            report[name] = [summary([run[index] for run in runs]) for index in range(len(shapes))]
        report["pss_afterwards"] = memory.rollup(daemon.pid)["Pss"]
    return report


def summary(rows: list[dict]) -> dict:
    middle = {key: statistics.median(row[key] for row in rows) for key in rows[0] if key not in ("errors", "connections", "window")}
    rates = [row["calls_per_s"] for row in rows]
    return rows[0] | middle | {"spread": [min(rates), max(rates)], "errors": sum(row["errors"] for row in rows)}


def show(report: dict) -> None:
    for name, title in (("connections", "connections to one svc-echo"), ("activations", "activations in flight")):
        print(f"\n{title}\n{'connections':>11} {'in flight':>9} {'calls/s':>9} {'least':>9} {'most':>9} {'CPU us/call':>11} {'p50 us':>9} {'p99 us':>9} {'errors':>6}")
        for row in report[name]:
            print(
                f"{row['connections']:11} {row['connections'] * row['window']:9} {row['calls_per_s']:9,.0f} {row['spread'][0]:9,.0f}"
                f" {row['spread'][1]:9,.0f} {row['cpu_us_per_call']:11.2f} {row['p50_us']:9,.1f} {row['p99_us']:9,.1f} {row['errors']:6}")
    print(f"\nPSS of the daemon afterwards: {report['pss_afterwards'] / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures svc-echo at scale.")
    parser.add_argument("--binaries", default=".build/release", help="where svc-echo is")
    parser.add_argument("--load", default=".build/footprint/wire-load", help="the client, built by `make footprint`")
    parser.add_argument("--calls", type=int, default=200_000, help="calls of each row")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if raise_descriptor_limit() < 10_100:
        sys.exit("10,000 connections need 10,100 descriptors, and the hard limit is lower: raise it (ulimit -Hn) and try again")
    with tempfile.TemporaryDirectory(prefix="colonnade-scale-") as folder:
        report = measure(options.binaries, options.load, pathlib.Path(folder), options.calls, options.rounds)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        show(report)


if __name__ == "__main__":
    main()
