#!/usr/bin/env python3
"""Measures svc-echo and a plain C echo in turns, over the same kind of socket, and prints the ratios.

usage: compare.py [--binaries DIR] [--rounds N] [--calls N] [--json]
Both run on the same machine at the same time of day, one after the other in each round, so that what else the machine does
hits both; the median round counts.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

MODES: dict[str, int] = {"rtt64": 1, "pipe64": 10, "stream": 10}


def wait_for(path: str, process: subprocess.Popen) -> None:
    deadline: float = time.monotonic() + 10
    while not os.path.exists(path):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"{process.args[0]} does not listen at {path}")
        time.sleep(0.01)


def measure(command: list[str]) -> dict:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def resident_bytes(pid: int) -> int:
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def compare(swift: str, c: str, folder: str, rounds: int, calls: int) -> dict:
    swift_socket, c_socket = f"{folder}/swift.sock", f"{folder}/c.sock"
    swift_server = subprocess.Popen(
        [swift, "--socket", swift_socket, "--state", f"{folder}/state", "--log-level", "error"], cwd=folder)
    c_server = subprocess.Popen([c, "serve", c_socket])
    try:
        wait_for(swift_socket, swift_server)
        wait_for(c_socket, c_server)
        report: dict = {"idle_resident_bytes": resident_bytes(swift_server.pid), "modes": {}}
        for mode, factor in MODES.items():
            pairs: list[tuple[dict, dict]] = []
            for _ in range(rounds):
                count = str(calls * factor)
                swift_result = measure([swift, "bench", "--socket", swift_socket, "--mode", mode, "--calls", count, "--json"])
                pairs.append((swift_result, measure([c, mode, c_socket, count])))
            report["modes"][mode] = summary(pairs)
        return report
    finally:
        for server in (swift_server, c_server):
            server.terminate()
            server.wait()


def summary(pairs: list[tuple[dict, dict]]) -> dict:
    def middle(key: str, side: int) -> float:
        return statistics.median(pair[side][key] for pair in pairs)

    # In a stream many outputs come with one read, so that most have no time of their own.
    timed: bool = all(c["p50_us"] > 0 for _, c in pairs)
    return {
        "swift": {key: middle(key, 0) for key in ("calls_per_s", "p50_us", "p99_us", "p999_us", "mb_per_s", "errors")},
        "c": {key: middle(key, 1) for key in ("calls_per_s", "p50_us", "p99_us", "p999_us", "mb_per_s", "errors")},
        "time_ratio": statistics.median(c["calls_per_s"] / swift["calls_per_s"] for swift, c in pairs),
        "p50_ratio": statistics.median(swift["p50_us"] / c["p50_us"] for swift, c in pairs) if timed else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares svc-echo with a plain C echo.")
    parser.add_argument("--binaries", default=".build/release", help="where svc-echo and c-echo are")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=20_000, help="calls of rtt64; the other modes make ten times as many")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    swift, c = (os.path.abspath(f"{options.binaries}/{name}") for name in ("svc-echo", "c-echo"))
    with tempfile.TemporaryDirectory(prefix="colonnade-bench-") as folder:
        report = compare(swift, c, folder, options.rounds, options.calls)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{'mode':8} {'svc-echo calls/s':>17} {'p50 µs':>9} {'p99 µs':>9} {'C calls/s':>12} {'p50 µs':>9} {'time, Swift/C':>14} {'p50, Swift/C':>13}")
    for mode, row in report["modes"].items():
        swift_row, c_row = row["swift"], row["c"]
        p50_ratio: str = "-" if row["p50_ratio"] is None else f"{row['p50_ratio']:.2f}"
        print(
            f"{mode:8} {swift_row['calls_per_s']:17,.0f} {swift_row['p50_us']:9.1f} {swift_row['p99_us']:9.1f}"
            f" {c_row['calls_per_s']:12,.0f} {c_row['p50_us']:9.1f} {row['time_ratio']:14.2f} {p50_ratio:>13}")
    print(f"resident memory of the idle daemon: {report['idle_resident_bytes'] / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
