"""How fast supervisors start daemons and start them again, and what they cost, all with the same tiny daemon.

usage: python3 Tests/Benchmarks/Supervision [--supervisor PROGRAM] [--rounds N] [--kills N] [--only NAME ...] [--quick] [--json]

Run it from the repository's folder: `make bench-supervision`. A supervisor that is not installed is left out. The supervisors take
turns in each round, so that what else the machine does falls on all of them.
"""
import argparse
import contextlib
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import supervisors
from held import HeldEcho
from supervisors import Supervisor

HERE = pathlib.Path(__file__).resolve().parent
# A daemon that was up for so long has not failed quickly.
HEALTH: float = 1.1
DEADLINE: float = 60
# Between two attempts: whoever asks without one takes a processor from those that are measured.
PAUSE: float = 0.0002
# In memory, for all of them, as the folder of a supervisor of the system is: to make files takes a file system that has just removed those
# of the round before several times as long, and that is no supervisor's doing.
PLACE: str = "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"
KINDS: list[type[Supervisor]] = [supervisors.Floor, supervisors.Colonnade, HeldEcho, *supervisors.OTHERS]


def compiled(folder: pathlib.Path) -> pathlib.Path:
    """The daemon, and beside it the floor."""
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        sys.exit("no C compiler is there: install gcc or clang, and try again")
    for name in ("answerer", "forker"):
        subprocess.run([compiler, "-O2", "-o", folder / name, HERE / f"{name}.c"], check=True)
    return folder / "answerer"


def awaited(supervisor: Supervisor, path: str, other_than: int = -1) -> tuple[int, int]:
    """The life of a daemon that answers at a path, as soon as one does, and how many attempts were in vain."""
    deadline = time.monotonic() + DEADLINE
    failed = 0
    while time.monotonic() < deadline:
        life = supervisor.answer(path)
        if life is not None and life != other_than:
            return life, failed
        failed += life is None
        time.sleep(PAUSE)
    raise TimeoutError(f"nothing answers at {path}")


def restart(supervisor: Supervisor, path: str) -> tuple[float, int]:
    """Milliseconds from SIGKILL to the next answer, and how many attempts failed in between."""
    life, _ = awaited(supervisor, path)
    pid = supervisor.victim(path)
    start = time.perf_counter()
    os.kill(pid, signal.SIGKILL)
    _, failed = awaited(supervisor, path, other_than=life)
    return (time.perf_counter() - start) * 1000, failed


def start_all(supervisor: Supervisor, count: int) -> float:
    """Milliseconds from the supervisor's start until every daemon has answered."""
    supervisor.make(count)
    start = time.perf_counter()
    supervisor.start()
    for path in supervisor.paths:
        awaited(supervisor, path)
    return (time.perf_counter() - start) * 1000


def proportional(pids: list[int]) -> int:
    """PSS of processes, in bytes."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
    return total


def processor_time(pids: list[int]) -> float:
    """Seconds that processes have used."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def wake_ups(pids: list[int]) -> int:
    """How often the threads of processes went to sleep by themselves: each time they had been woken before."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                for line in (task / "status").read_text().splitlines():
                    if line.startswith("voluntary_ctxt_switches:"):
                        total += int(line.split()[1])
    return total


def measure_restarts(make, kills: int, report: dict) -> None:
    with make() as supervisor:
        start_all(supervisor, 1)
        path = supervisor.paths[0]
        for _ in range(kills):
            time.sleep(HEALTH)
            milliseconds, failed = restart(supervisor, path)
            report.setdefault("restart_ms", []).append(milliseconds)
            report.setdefault("failed", []).append(failed)
        time.sleep(HEALTH)
        restart(supervisor, path)
        report.setdefault("again_ms", []).append(restart(supervisor, path)[0])


def measure_many(make, count: int, report: dict, idle_seconds: float) -> None:
    with make() as supervisor:
        report.setdefault(f"start_{count}_ms", []).append(start_all(supervisor, count))
        time.sleep(1)
        pids = supervisor.own_processes()
        report.setdefault(f"pss_{count}", []).append(proportional(pids))
        if idle_seconds:
            used, woken = processor_time(pids), wake_ups(pids)
            time.sleep(idle_seconds)
            report.setdefault("idle_cpu", []).append((processor_time(pids) - used) / idle_seconds)
            report.setdefault("idle_wakes", []).append((wake_ups(pids) - woken) / idle_seconds)


def measure(kinds: list[type[Supervisor]], options: argparse.Namespace) -> dict[str, dict]:
    reports: dict[str, dict] = {kind.name: {} for kind in kinds}
    with tempfile.TemporaryDirectory(prefix="sv-", dir=PLACE, ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        numbers = itertools.count()
        answerer = compiled(folder)
        for number in range(options.rounds):
            for kind in random.sample(kinds, len(kinds)):
                def make(kind=kind):
                    return kind(folder / str(next(numbers)), answerer)
                print(f"round {number + 1} of {options.rounds}: {kind.name}", file=sys.stderr, flush=True)
                measure_restarts(make, options.kills, reports[kind.name])
                if kind.most >= options.many:
                    measure_many(make, options.many, reports[kind.name], idle_seconds=5)
                if number == 0 and kind.most >= options.most:
                    measure_many(make, options.most, reports[kind.name], idle_seconds=0)
    return reports


def show(reports: dict[str, dict], options: argparse.Namespace) -> None:
    columns = [
        ("restart ms", "restart_ms", 1), ("failed a kill", "failed", 1), ("again ms", "again_ms", 1),
        (f"{options.many} up ms", f"start_{options.many}_ms", 1), (f"{options.most} up ms", f"start_{options.most}_ms", 1),
        (f"PSS at {options.most} MB", f"pss_{options.most}", 1e-6), ("idle CPU %", "idle_cpu", 100), ("wake-ups/s", "idle_wakes", 1),
    ]
    print(f"{'medians':16}" + "".join(f"{title:>16}" for title, _, _ in columns))
    for name, report in reports.items():
        print(f"{name:16}" + "".join(cell(report.get(key), factor) for _, key, factor in columns))
    floor = reports.get(supervisors.Floor.name)
    if floor is None:
        return
    print("beside the floor")
    timed = [key for _, key, _ in columns if key.endswith("_ms")]
    print(f"{'':16}" + "".join(f"{title:>16}" for title, key, _ in columns if key in timed))
    for name, report in reports.items():
        print(f"{name:16}" + "".join(cell(report.get(key), 1 / statistics.median(floor[key])) for key in timed))


def cell(values: list[float] | None, factor: float) -> str:
    return f"{'-':>16}" if values is None else f"{statistics.median(values) * factor:16.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Supervisors beside each other, with the same tiny daemon.")
    parser.add_argument("--supervisor", default=".build/release/svc-supervisor", help="the built svc-supervisor")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kills", type=int, default=10, help="restarts in each round, each after a second of health")
    parser.add_argument("--many", type=int, default=100, help="how many daemons are started in each round")
    parser.add_argument("--most", type=int, default=500, help="how many daemons are started once")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these supervisors")
    parser.add_argument("--quick", action="store_true", help="one round with fewer kills and daemons")
    parser.add_argument("--json", action="store_true", help="print every value as JSON")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.kills, options.many, options.most = 1, 3, 20, 50
    supervisors.Colonnade.program = pathlib.Path(options.supervisor).resolve()
    if not supervisors.Colonnade.program.exists():
        sys.exit(f"{options.supervisor} is not built: run `make bench-supervision`")
    unknown = set(options.only or []) - {kind.name for kind in KINDS}
    if unknown:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(kind.name for kind in KINDS)}")
    wanted = [kind for kind in KINDS if not options.only or kind.name in options.only]
    kinds = [kind for kind in wanted if kind.is_there()]
    for kind in wanted:
        if kind not in kinds:
            print(f"{kind.name} is not installed, and is left out: .ci/setup bench installs it", file=sys.stderr)
    reports = measure(kinds, options)
    if options.json:
        print(json.dumps(reports, indent=1))
    else:
        show(reports, options)


main()
