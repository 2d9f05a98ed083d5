"""What calls cost both sides: processor time, system calls, allocations. Each is counted in runs of two lengths; the
difference is what the calls cost, without what it costs to start and to connect."""
import os
import struct
import subprocess
import time

import client
import tracing
from mode import Mode
from peer import Peer
from progress import say
from servers import Servers

CLOCK_OF_PROCESS: int = 2
SHARE_OF_SECOND: float = 0.3


def _calls(mode: Mode, rate: float) -> int:
    """Enough for a steady state, and no more than a fraction of a second's work."""
    return max(mode.cost_calls // 10, min(mode.cost_calls * 20, int(rate * SHARE_OF_SECOND)))


def _processor_seconds(pids: list[int]) -> float:
    # clock_getcpuclockid(3): exact, where /proc counts ticks of 10 ms.
    return sum(time.clock_gettime((~pid << 3) | CLOCK_OF_PROCESS) for pid in pids)


def _processor_time(peer: Peer, servers: Servers, mode: Mode, calls: int) -> float:
    def used(calls: int) -> float:
        before = _processor_seconds(servers.pids)
        process = subprocess.Popen(
            peer.calling(servers.socket, mode.name, ["--calls", str(calls)]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        return usage.ru_utime + usage.ru_stime + _processor_seconds(servers.pids) - before

    return _difference(used, calls)


def _difference(used, calls: int) -> float:  # noqa: ANN001 - a function of a number of calls
    """For one call. A tenth of the calls goes before each run and is paid for too."""
    return max(0, used(3 * calls) - used(calls)) / (2 * calls * 1.1)


def _allocations(peer: Peer, folder: str, library: str, mode: Mode, calls: int) -> float | None:
    files = {side: f"{folder}/{peer.name}-{mode.name}-{side}" for side in ("server", "client")}
    preloaded = {side: {"LD_PRELOAD": library, "ALLOCATIONS_FILE": file} for side, file in files.items()}

    def total() -> int:
        return sum(_number(file) for file in files.values())

    with Servers(peer, folder, environment=preloaded["server"]) as servers:

        def used(calls: int) -> float:
            before = total()
            client.run(peer, servers.socket, mode.name, ["--calls", str(calls)], environment=preloaded["client"])
            return total() - before

        return _difference(used, calls)


def _number(file: str) -> int:
    if not os.path.exists(file):
        return 0
    with open(file, "rb") as content:
        return struct.unpack("<Q", content.read(8))[0]


def measure(peers: list[Peer], modes: list[Mode], rates: dict[str, dict[str, float]], folder: str, library: str) -> dict:
    """By mode and peer. `rates` are calls a second, as the timed runs have found them."""
    tracer = tracing.find()
    found: dict[str, dict[str, dict]] = {mode.name: {} for mode in modes}
    for peer in peers:
        for mode in (mode for mode in modes if peer.name in rates[mode.name]):
            say(f"costs of {mode.name}: {peer.name}")
            calls = _calls(mode, rates[mode.name][peer.name])
            with Servers(peer, f"{folder}/costs") as servers:
                seconds = _processor_time(peer, servers, mode, calls)
                system = None
                if tracer is not None:
                    system = _difference(lambda calls: tracer.count(peer, servers, mode.name, calls, folder), mode.cost_calls)
            allocations = _allocations(peer, f"{folder}/allocations", library, mode, mode.cost_calls)
            found[mode.name][peer.name] = {
                "cpu_s_per_100k": seconds * 100_000,
                "system_calls_per_100k": None if system is None else system * 100_000,
                "allocations_per_call": allocations,
            }
    return found
