"""What the daemons cost while nobody calls them: memory, start-up, size; and how one daemon takes many connections.

usage: python3 Tests/Benchmarks/Footprint [--binaries DIR] [--load PROGRAM] [--rounds N] [--only PART ...] [--json]
Parts: idle, start, size, suite, connections, scale. Run it from the repository's folder, on release builds: `make footprint`.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import connections
import memory
import scale
import suite
from processes import Process, program

IDLE_STARTS: int = 9
DAEMONS: list[str] = ["svc-echo", "svc-maps", "svc-clinical-records", "svc-supervisor"]
# Connections, and the size of one call on each before they are idle.
IDLE_CONNECTIONS: list[tuple[int, int]] = [(10_000, 0), (10_000, 64), (1_000, 16_000), (1_000, 60_000), (1_000, 200_000)]


def idle(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    """svc-echo, ready, with nobody connected: the middle one of several starts, because where the kernel puts a program decides how
    much around a touched page it maps."""
    echo = program(options.binaries, "svc-echo")
    starts: list[dict] = []
    for _ in range(IDLE_STARTS):
        with Process(echo, ["--socket", str(folder / "echo.sock")], folder) as daemon:
            # A second after it is ready, it gives back what only its start needed.
            time.sleep(2)
            starts.append({"sums": memory.rollup(daemon.pid), "kinds": memory.by_kind(daemon.pid, echo.name)})
    starts.sort(key=lambda start: start["sums"]["Pss"])
    return starts[len(starts) // 2] | {"least": starts[0]["sums"]["Pss"], "most": starts[-1]["sums"]["Pss"]}


def show_idle(report: dict) -> None:
    sums = report["sums"]
    print(
        f"svc-echo, idle: PSS {mega(sums['Pss'])} MB ({mega(report['least'])} to {mega(report['most'])}), resident {mega(sums['Rss'])} MB,"
        f" anonymous {mega(sums['Anonymous'])} MB")
    print(f"  {'where':46} {'mapped':>9} {'resident':>9} {'PSS':>9} {'anonymous':>9}   KiB")
    for name, row in report["kinds"].items():
        print(f"  {name:46} " + " ".join(f"{row[key] // 1024:9,}" for key in ("Size", "Rss", "Pss", "Anonymous")))


def start(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    return suite.starts(options.binaries, folder, options.rounds)


def show_start(report: dict) -> None:
    print("from exec to READY=1, each alone, in turns")
    print(f"  {'daemon':22} {'median ms':>9} {'least ms':>9} {'CPU ms':>9}")
    for name, row in report.items():
        print(f"  {name:22} {row['median_ms']:9.1f} {row['least_ms']:9.1f} {row['cpu_ms']:9.1f}")


def size(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    """Of the programs as they are, without their symbols, and of the libraries that they load beside these."""
    report: dict = {}
    for name in DAEMONS:
        built = program(options.binaries, name)
        stripped = folder / name
        shutil.copy(built, stripped)
        subprocess.run(["strip", stripped], check=True)
        loaded = subprocess.run(["ldd", built], capture_output=True, text=True, check=True).stdout
        libraries = [pathlib.Path(line.split("=>")[1].split()[0]) for line in loaded.splitlines() if "=> /" in line]
        report[name] = {
            "built": built.stat().st_size, "stripped": stripped.stat().st_size,
            "libraries": sum(os.stat(library).st_size for library in libraries), "library_count": len(libraries),
        }
    return report


def show_size(report: dict) -> None:
    print("size of the programs")
    print(f"  {'program':22} {'built MB':>9} {'stripped':>9} {'shared libraries':>18}")
    for name, row in report.items():
        print(f"  {name:22} {mega(row['built']):>9} {mega(row['stripped']):>9} {mega(row['libraries']):>9} in {row['library_count']:3}")


def together(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    return suite.together(options.binaries, folder)


def show_together(report: dict) -> None:
    print(f"the clinic suite, idle; from exec of the supervisor until all is ready: {report['up_ms']:.0f} ms")
    print(f"  {'process':22} {'PSS MB':>9} {'resident':>9} {'anonymous':>9}")
    for name, row in (report["processes"] | {"sum": report["total"]}).items():
        print(f"  {name:22} {mega(row['Pss']):>9} {mega(row['Rss']):>9} {mega(row['Anonymous']):>9}")
    if report["distinct"] is not None:
        print(f"  distinct pages of the three, what they share with others on the machine included: {mega(report['distinct'])} MB")


def idle_connections(options: argparse.Namespace, folder: pathlib.Path) -> list:
    echo = program(options.binaries, "svc-echo")
    return [connections.measure(echo, folder / str(index), *shape) for index, shape in enumerate(IDLE_CONNECTIONS)]


def show_connections(report: list) -> None:
    print("one idle connection, in bytes")
    print(f"  {'connections':>11} {'after a call of':>15} {'in the daemon':>13} {'in the kernel, both ends':>25}")
    for row in report:
        call = f"{row['call_bytes']:,} B" if row["call_bytes"] else "-"
        print(f"  {row['connections']:11,} {call:>15} {row['pss_per_connection']:13,.0f} {row['kernel_per_connection']:25,.0f}")


def at_scale(options: argparse.Namespace, folder: pathlib.Path) -> dict:
    return scale.measure(options.binaries, options.load, folder, options.calls, 3)


PARTS: dict = {
    "idle": (idle, show_idle), "start": (start, show_start), "size": (size, show_size), "suite": (together, show_together),
    "connections": (idle_connections, show_connections), "scale": (at_scale, scale.show),
}


def mega(count: int) -> str:
    return f"{count / 1e6:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="footprint", description="Measures memory, start-up, size and scale of the daemons.")
    parser.add_argument("--binaries", default=".build/release", help="where the daemons are")
    parser.add_argument("--load", default=".build/footprint/wire-load", help="the client of the part `scale`")
    parser.add_argument("--rounds", type=int, default=21, help="starts of each daemon")
    parser.add_argument("--calls", type=int, default=200_000, help="calls of each row of `scale`")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="the parts to measure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    connections.raise_descriptor_limit()
    report: dict = {}
    with tempfile.TemporaryDirectory(prefix="colonnade-footprint-") as folder:
        for name in options.only:
            measure, show = PARTS[name]
            part = pathlib.Path(folder) / name
            part.mkdir()
            report[name] = measure(options, part)
            if not options.json:
                show(report[name])
                print(flush=True)
    if options.json:
        print(json.dumps(report, indent=2))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
