#!/usr/bin/python3
"""How many calls a second one and two processes of a vertical answer that share its sockets (`instances:`).

usage: python3 Tests/Benchmarks/Instances [--binaries FOLDER] [--tools FOLDER] [--seconds N] [--rounds N] [--only echo|maps]

svc-echo is called by `svc-echo bench` over 64 connections, svc-maps-grid by Python processes that search places over a connection each. The
callers run on the same machine: what they take of its processors the daemons do not get, so the processor time of each is shown beside.
"""
import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PLACES = ROOT / "deploy/data/places.geojson"
TICKS = os.sysconf("SC_CLK_TCK")
CALLERS = 8
WINDOW = 32
FRAME = 12
END = 0x01
OUTPUT = 0x11
# `svc-echo bench` calls as a consumer of that name, so the suite has one. It does nothing itself.
CONSUMER = """#!/usr/bin/python3
import json, os, signal, socket, sys
if "--describe" in sys.argv:
    print(json.dumps({"name": "bench", "version": "1", "interfaces": [], "uses": ["Echo"], "expects": [], "deepLinks": [], "switches": [],
                      "resources": {}}))
    sys.exit(0)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
while True:
    signal.pause()
"""


class Suite:
    """A vertical with so many instances under a supervisor of its own."""

    def __init__(self, binaries: pathlib.Path, tools: pathlib.Path, name: str, vertical: str, instances: int) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="bench-instances-")
        # Under root each vertical is a user of its own, and passes.
        os.chmod(self.folder.name, 0o711)
        self.home = pathlib.Path(self.folder.name) / "home"
        self.name = name
        self.supervisor = [str(tools / "svc-supervisor")]
        consumer = pathlib.Path(self.folder.name) / "svc-bench"
        consumer.write_text(CONSUMER)
        consumer.chmod(0o755)
        launcher = pathlib.Path(self.folder.name) / "bench.yml"
        launcher.write_text(
            f"launcher: bench\nusers: same\nverticals:\n  {name}:\n    executable: {binaries / vertical}\n    instances: {instances}\n"
            + (f"    config: {{ places: {PLACES} }}\n" if name == "maps" else "  bench: { executable: ./svc-bench, watchdog: off }\n"))
        self.run("up", "--detach", "--launcher", str(launcher))

    def run(self, *arguments: str) -> str:
        command = [*self.supervisor, *arguments, "--home", str(self.home)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def socket(self, consumer: str) -> pathlib.Path:
        return self.home / "run" / consumer / f"{self.name}.sock"

    def processes(self) -> list[dict]:
        """What each of the vertical's processes says of itself."""
        every = json.loads(self.run("metrics", "--json"))["verticals"]
        return [process for process in every if process["name"].partition("@")[0] == self.name]

    def down(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("down")
        self.folder.cleanup()


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def echo_load(suite: Suite, binaries: pathlib.Path, seconds: float) -> float:
    """Calls a second by the benchmark's own caller."""
    command = [binaries / "svc-echo", "bench", "--socket", suite.socket("bench"), "--mode", "conc64", "--seconds", str(seconds), "--json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert result.get("errors", 0) == 0, result
    return result["calls_per_s"]


def search(path: str, seconds: float) -> int:
    """One caller: many searches in flight on a connection of its own."""
    from connection import Connection, frame
    from exported import messages

    maps = messages("maps")
    body = maps.PlaceSearch(near=maps.Coordinate(latitude=42.36, longitude=-71.06), limit=20).SerializeToString()
    connection = Connection(path, "maps", "maps")
    connection.open()
    done, stream, buffer = 0, 0, bytearray()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # A window's calls leave in one write, and the next window begins when all of them are answered.
        batch = b"".join(frame("ACTIVATE", body, END, maps.MAPS_BOARD_SEARCH_PLACES, stream + number + 1) for number in range(WINDOW))
        stream += WINDOW
        connection.send(batch)
        left = WINDOW
        while left:
            while len(buffer) < FRAME or len(buffer) < int.from_bytes(buffer[:4], "little") + 4:
                buffer += connection.socket.recv(1 << 18)
            length = int.from_bytes(buffer[:4], "little") + 4
            assert buffer[4] == OUTPUT, f"a frame of type {buffer[4]}"
            del buffer[:length]
            left -= 1
        done += WINDOW
    return done


def maps_load(suite: Suite, _: pathlib.Path, seconds: float) -> float:
    """Searches a second by all callers together."""
    with multiprocessing.Pool(CALLERS) as callers:
        total = sum(callers.starmap(search, [(str(suite.socket("operator")), seconds)] * CALLERS, chunksize=1))
    return total / seconds


VERTICALS = {"echo": ("svc-echo", echo_load), "maps": ("svc-maps-grid", maps_load)}


def measure(options: argparse.Namespace, name: str, instances: int) -> dict:
    vertical, load = VERTICALS[name]
    suite = Suite(options.binaries, options.tools, name, vertical, instances)
    try:
        load(suite, options.binaries, 1)
        before = {process["name"]: (process["pid"], processor_time(process["pid"])) for process in suite.processes()}
        rate = load(suite, options.binaries, options.seconds)
        calls = {process["name"]: sum(edge["calls"] for edge in process["edges"]) for process in suite.processes()}
        times = {key: processor_time(pid) - start for key, (pid, start) in before.items()}
        return {"rate": rate, "calls": calls, "processor": times}
    finally:
        suite.down()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/release", help="the folder with the daemons")
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT / ".build/debug", help="the folder with svc-supervisor and svc-interface")
    parser.add_argument("--seconds", type=float, default=5, help="how long each run takes")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, one and two instances in turn")
    parser.add_argument("--only", choices=VERTICALS, help="one of the verticals")
    options = parser.parse_args()
    options.binaries, options.tools = options.binaries.resolve(), options.tools.resolve()
    os.environ["COLONNADE_BINARIES"] = str(options.tools)
    sys.path.insert(0, str(ROOT / "Tests/PythonClient"))
    print(f"{os.cpu_count()} processors, callers and daemons on the same machine, medians of {options.rounds} runs")
    for name in [options.only] if options.only else VERTICALS:
        runs: dict[int, list[dict]] = {1: [], 2: []}
        for _ in range(options.rounds):
            for instances, results in runs.items():
                results.append(measure(options, name, instances))
        for instances, results in runs.items():
            middle = sorted(results, key=lambda result: result["rate"])[len(results) // 2]
            shares = ", ".join(f"{count / max(sum(middle['calls'].values()), 1):.0%}" for count in middle["calls"].values())
            busy = ", ".join(f"{seconds / options.seconds:.2f}" for seconds in middle["processor"].values())
            print(
                f"{VERTICALS[name][0]:14} {instances} instance{'s' if instances > 1 else ' '}  "
                f"{statistics.median(result['rate'] for result in results):10,.0f} calls/s  "
                f"shares of the calls {shares}; processors busy with each {busy}", flush=True)


if __name__ == "__main__":
    main()
