"""The clinic suite as `make run` starts it: what its processes hold together, and how long each takes to be ready."""
import json
import pathlib
import statistics
import subprocess
import time

import memory
from processes import Process, program

LAUNCHER: str = "deploy/launchers/clinic.yml"


def together(binaries: str, folder: pathlib.Path) -> dict:
    """The sum over supervisor and verticals, idle, after the launcher's activations."""
    supervisor = program(binaries, "svc-supervisor")
    home = folder / "home"
    with Process(supervisor, ["up", "--launcher", LAUNCHER, "--home", str(home)], folder) as suite:
        pids = {"svc-supervisor": suite.pid} | _verticals(supervisor, home)
        _await_quiet(list(pids.values()))
        rows = {name: memory.rollup(pid) for name, pid in pids.items()}
        distinct = memory.distinct(list(pids.values()))
        kinds = {name: memory.by_kind(pid, name) for name, pid in pids.items()}
    total = {key: sum(row[key] for row in rows.values()) for key in memory.KEYS}
    return {"processes": rows, "total": total, "distinct": distinct, "kinds": kinds, "up_ms": suite.ready_milliseconds}


def starts(binaries: str, folder: pathlib.Path, rounds: int) -> dict[str, dict[str, float]]:
    """From exec to READY=1, each daemon alone, in turns; what each vertical keeps is there already after the first."""
    commands: dict[str, list[str]] = {
        "svc-echo": [], "svc-maps": maps_configuration(folder), "svc-clinical-records": [], "svc-authentication": [],
        "svc-appointments": [],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    cpu: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, arguments in commands.items():
            path = folder / name / "daemon.sock"
            with Process(program(binaries, name), ["--socket", str(path), *arguments], folder / name) as daemon:
                times[name].append(daemon.ready_milliseconds)
            cpu[name].append((daemon.usage.ru_utime + daemon.usage.ru_stime) * 1000)
    return {
        name: {"least_ms": min(times[name]), "median_ms": statistics.median(times[name]), "cpu_ms": statistics.median(cpu[name])}
        for name in commands
    }


def maps_configuration(folder: pathlib.Path) -> list[str]:
    """The arguments by which svc-maps, started by itself, finds the places."""
    places = pathlib.Path("deploy/data/places.geojson").resolve()
    file = folder / "maps.json"
    file.write_text(json.dumps({"places": str(places)}))
    return ["--config", str(file)]


def _verticals(supervisor: pathlib.Path, home: pathlib.Path) -> dict[str, int]:
    status = subprocess.run(
        [supervisor, "status", "--json", "--home", str(home)], capture_output=True, text=True, check=True, timeout=30)
    return {f"svc-{vertical['name']}": vertical["pid"] for vertical in json.loads(status.stdout)["verticals"]}


def _await_quiet(pids: list[int]) -> None:
    """Until nothing has grown for a second: the places are being read."""
    previous: list[int] = []
    for _ in range(60):
        current = [memory.rollup(pid)["Rss"] for pid in pids]
        if current == previous:
            return
        previous = current
        time.sleep(1)
