"""The memory of a server that is alone: idle, and after it was called in every mode."""
import client
from mode import Mode
from peer import Peer
from progress import say
from servers import Servers

# Everything but `fan`, which needs neighbours: their pages would be counted as shared.
LOADS: tuple[str, ...] = ("rtt64", "pipe64", "conc64", "big1m", "stream")


def _read(pid: int) -> dict[str, int]:
    found: dict[str, int] = {}
    with open(f"/proc/{pid}/smaps_rollup") as lines:
        for line in lines:
            words = line.split()
            if words[0] in ("Rss:", "Pss:"):
                found[words[0].lower().rstrip(":") + "_bytes"] = int(words[1]) * 1024
    return found


def measure(peers: list[Peer], modes: list[Mode], folder: str, seconds: float) -> dict[str, dict]:
    found: dict[str, dict] = {}
    for peer in peers:
        say(f"memory: {peer.name}")
        with Servers(peer, f"{folder}/memory", has_neighbours=False) as servers:
            idle = _read(servers.pids[-1])
            for mode in (mode.name for mode in modes if mode.name in LOADS):
                client.run(peer, servers.socket, mode, ["--seconds", str(seconds)])
            found[peer.name] = {"idle": idle, "after_load": _read(servers.pids[-1])}
    return found
