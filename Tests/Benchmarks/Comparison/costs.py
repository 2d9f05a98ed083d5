"""What calls cost both sides in system calls and allocations. Each is counted in runs of two lengths; the difference is what the
calls cost, without what it costs to start and to connect. These runs are not timed: what counts makes them slower."""
import os
import struct
from collections.abc import Callable

import client
import tracing
from mode import Mode
from peer import Peer
from progress import say
from servers import Servers

def _difference(used: Callable[[int], float], calls: int) -> float:
    """For one call. A tenth of the calls goes before each run and is paid for too."""
    return max(0, used(3 * calls) - used(calls)) / (2 * calls * 1.1)


def _allocations(peer: Peer, folder: str, library: str, mode: Mode, calls: int) -> float:
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


def measure(peers: list[Peer], modes: list[Mode], has_mode: Callable[[str, str], bool], folder: str, library: str) -> dict:
    """By mode and peer, of those of which `has_mode` says yes."""
    tracer = tracing.find()
    found: dict[str, dict[str, dict]] = {mode.name: {} for mode in modes}
    for peer in peers:
        for mode in (mode for mode in modes if has_mode(mode.name, peer.name)):
            say(f"costs of {mode.name}: {peer.name}")
            system: float | None = None
            if tracer is not None:
                with Servers(peer, f"{folder}/costs") as servers:
                    system = _difference(lambda calls: tracer.count(peer, servers, mode.name, calls, folder), mode.cost_calls)
            found[mode.name][peer.name] = {
                "system_calls_per_100k": None if system is None else system * 100_000,
                "allocations_per_call": _allocations(peer, f"{folder}/allocations", library, mode, mode.cost_calls),
            }
    return found
