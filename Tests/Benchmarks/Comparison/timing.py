"""The timed runs: in each round all peers one after the other, so that what else the machine does hits all of them.

The processor time of both sides is taken from them too. What it costs to start a client and to connect is measured once by a run
of one call, and subtracted.
"""
from contextlib import ExitStack

import client
import processor
from client import Result
from mode import Mode
from peer import Peer
from progress import say
from servers import Servers

# A client makes a tenth of its calls before it measures.
WARM_UP: float = 0.1

# The results of each peer by round, by mode.
Rounds = dict[str, dict[str, list[Result]]]


def measure(peers: list[Peer], modes: list[Mode], placement: str, prefix: list[str], folder: str, rounds: int,
            lengths: dict[str, list[str]]) -> Rounds:
    with ExitStack() as stack:
        say(f"{placement}: starting the servers")
        servers = {peer.name: stack.enter_context(Servers(peer, f"{folder}/{placement}", prefix)) for peer in peers}
        return {mode.name: _measure(peers, mode, servers, placement, prefix, rounds, lengths[mode.name]) for mode in modes}


def _measure(peers: list[Peer], mode: Mode, servers: dict[str, Servers], placement: str, prefix: list[str], rounds: int,
             length: list[str]) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = {peer.name: [] for peer in peers}
    starts = {peer.name: _run(peer, mode, servers[peer.name], prefix, ["--calls", "1"])[1] for peer in peers}
    for number in range(rounds):
        say(f"{placement}, {mode.name}: round {number + 1} of {rounds}")
        # Each begins once, as far as there are rounds: who comes after whom is no advantage.
        start = number % len(peers)
        for peer in peers[start:] + peers[:start]:
            result, seconds = _run(peer, mode, servers[peer.name], prefix, length)
            if result is not None:
                calls = result["calls"] * (1 + WARM_UP)
                result["cpu_s_per_100k"] = max(0, seconds - starts[peer.name]) / calls * 100_000
                results[peer.name].append(result)
    return {name: found for name, found in results.items() if found}


def _run(peer: Peer, mode: Mode, servers: Servers, prefix: list[str], length: list[str]) -> tuple[Result | None, float]:
    """What was measured, and the processor time of both sides."""
    served, called = processor.of_processes(servers.pids), processor.of_ended_children()
    result = client.run(peer, servers.socket, mode.name, length, prefix)
    return result, processor.of_processes(servers.pids) - served + processor.of_ended_children() - called
