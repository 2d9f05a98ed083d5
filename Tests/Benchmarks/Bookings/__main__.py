"""Bookings per second, each on disk before it is confirmed, beside bare SQLite that inserts the same rows.

    python3 Tests/Benchmarks/Bookings [--rounds N] [--bookings N]

Needs release builds of svc-appointments and bench-bookings, or COLONNADE_BINARIES, and a C compiler with SQLite's header.
The ways take turns within each round, so that what else the machine does falls on all of them; what counts are the ratios.
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARIES = pathlib.Path(os.environ.get("COLONNADE_BINARIES", ROOT / ".build/release"))
BASE: str = "bare, 1 a transaction"


def compiled(folder: pathlib.Path) -> pathlib.Path:
    """The program that inserts by itself."""
    program = folder / "bare"
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), "cc")
    subprocess.run([compiler, "-O2", "-o", program, ROOT / "Tests/Benchmarks/Bookings/bare.c", "-lsqlite3"], check=True)
    return program


def schema(folder: pathlib.Path) -> pathlib.Path:
    """A database as svc-appointments makes it before its first call is let through, without the bookings of that call."""
    copy = folder / "appointments.sqlite"
    rate([BINARIES / "bench-bookings", BINARIES / "svc-appointments", 1, 1, copy])
    with contextlib.closing(sqlite3.connect(copy)) as database, database:
        for table in ("event", "appointment"):
            database.execute(f"DELETE FROM {table}")
    return copy


def rate(command: list[object]) -> float:
    """Bookings per second, as the program says."""
    output = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, timeout=600).stdout
    bookings, seconds = output.split()
    return int(bookings) / float(seconds)


def bare(program: pathlib.Path, empty: pathlib.Path, bookings: int, size: int) -> float:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        copy = pathlib.Path(folder) / "appointments.sqlite"
        shutil.copy(empty, copy)
        return rate([program, copy, bookings, size])


def service(bookings: int, callers: int) -> float:
    return rate([BINARIES / "bench-bookings", BINARIES / "svc-appointments", callers, bookings])


def measure(rounds: int, bookings: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = pathlib.Path(name)
        program, empty = compiled(folder), schema(folder)
        ways = {
            BASE: lambda: bare(program, empty, bookings, 1),
            "svc-appointments, 1 caller": lambda: service(bookings, 1),
            "svc-appointments, 16 callers": lambda: service(bookings, 16),
            "svc-appointments, 256 callers": lambda: service(bookings, 256),
            "bare, 256 a transaction": lambda: bare(program, empty, bookings, 256),
        }
        rates: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, run in ways.items():
                rates[way].append(run())
        return rates


def main() -> None:
    parser = argparse.ArgumentParser(description="Bookings per second beside bare SQLite.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bookings", type=int, default=2000)
    options = parser.parse_args()
    rates = measure(options.rounds, options.bookings)
    print(f"{'':32}{'bookings/s':>12}{'beside ' + BASE:>32}")
    for way, values in rates.items():
        ratios = [value / base for value, base in zip(values, rates[BASE])]
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"{way:32}{statistics.median(values):12.0f}{statistics.median(ratios):12.2f}  ({spread})")


main()
