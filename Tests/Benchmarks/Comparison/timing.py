"""The timed runs: in each round all peers one after the other, so that what else the machine does hits all of them."""
from contextlib import ExitStack

import client
from client import Result
from mode import Mode
from peer import Peer
from progress import say
from servers import Servers

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
    for number in range(rounds):
        say(f"{placement}, {mode.name}: round {number + 1} of {rounds}")
        # Each begins once, as far as there are rounds: who comes after whom is no advantage.
        start = number % len(peers)
        for peer in peers[start:] + peers[:start]:
            result = client.run(peer, servers[peer.name].socket, mode.name, length, prefix)
            if result is not None:
                results[peer.name].append(result)
    return {name: found for name, found in results.items() if found}
