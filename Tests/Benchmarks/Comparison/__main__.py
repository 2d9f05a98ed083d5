"""Measures svc-echo beside other ways to call another process, over the same kind of socket.

usage: python3 Tests/Benchmarks/Comparison [--quick] [--modes rtt64,pipe64] [--peers thrift,grpc] [--json]
`make bench` builds what it needs and calls it.
"""
import argparse
import json
import os
import platform
import shutil
import signal
import sys
import tempfile

import costs
import memory
import picture
import summary
import table
import timing
from mode import MODES, Mode
from peer import Peer, known
from progress import say, stop

# A stream is one call of a million outputs, but for peers that would need a minute for it.
STREAMED_OUTPUTS: int = 1_000_000
LONGEST_STREAM: float = 2


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Comparison", description="Compares svc-echo with other ways to call another process.")
    parser.add_argument("--swift", default=".build/release/svc-echo", help="the svc-echo to measure")
    parser.add_argument("--peers-folder", default=".build/bench-peers", help="where the peers were built")
    parser.add_argument("--modes", default=",".join(MODES), help="which modes to measure (default: all)")
    parser.add_argument("--peers", help="which peers to measure beside the limit and svc-echo (default: all)")
    parser.add_argument("--placements", default=",".join(table.PLACEMENTS), help="free (all CPUs), pinned (one), or both")
    parser.add_argument("--rounds", type=int, help="how often all are measured (default: 7; quick: 3)")
    parser.add_argument("--seconds", type=float, help="how long each run is (default: 0.5; quick: 0.2)")
    parser.add_argument("--quick", action="store_true", help="a rough measure in about a minute, without costs and memory")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--svg", metavar="FILE", help="draw the result here")
    found = parser.parse_args()
    found.rounds = found.rounds or (3 if found.quick else 7)
    found.seconds = found.seconds or (0.2 if found.quick else 0.5)
    return found


def chosen(names: str, known_names: list[str], what: str) -> list[str]:
    wanted = names.split(",")
    for name in wanted:
        if name not in known_names:
            stop(f"there is no {what} '{name}'; take some of {','.join(known_names)}")
    return [name for name in known_names if name in wanted]


def chosen_peers(found: argparse.Namespace) -> tuple[list[Peer], dict[str, str]]:
    """Those that are measured, and why others are not."""
    peers = known(found.swift, found.peers_folder)
    always = [peer.name for peer in peers[:2]]
    if found.peers:
        names = always + chosen(found.peers, [peer.name for peer in peers], "peer")
        peers = [peer for peer in peers if peer.name in names]
    skipped: dict[str, str] = {}
    for peer in peers:
        if peer.is_installed:
            continue
        if peer.name in always:
            stop(f"{peer.binary} is not built; run `make bench`")
        skipped[peer.name] = f"install {peer.packages}, and run `make bench`"
        say(f"{peer.title} is left out: it is not built; {skipped[peer.name]}")
    return [peer for peer in peers if peer.is_installed], skipped


def machine() -> dict:
    processor = platform.machine()
    with open("/proc/cpuinfo") as lines:
        for line in lines:
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    return {"cpus": len(os.sched_getaffinity(0)), "processor": processor, "kernel": platform.release(), "load": os.getloadavg()[0]}


def length(mode: Mode, found: argparse.Namespace) -> list[str]:
    if mode.name == "stream" and not found.quick:
        return ["--calls", str(STREAMED_OUTPUTS), "--seconds", str(LONGEST_STREAM)]
    return ["--seconds", str(found.seconds)]


def measure(found: argparse.Namespace, peers: list[Peer], modes: list[Mode], folder: str) -> dict:
    report: dict = {"machine": machine(), "rounds": found.rounds, "timing": {}, "beside_best_typed": {}}
    typed = [peer.name for peer in peers if peer.is_typed and not peer.is_swift]
    lengths = {mode.name: length(mode, found) for mode in modes}
    for placement in chosen(found.placements, list(table.PLACEMENTS), "placement"):
        prefix = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] if placement == "pinned" else []
        if prefix and shutil.which("taskset") is None:
            say("pinned is left out: there is no taskset; install util-linux")
            continue
        rounds = timing.measure(peers, modes, placement, prefix, folder, found.rounds, lengths)
        report["timing"][placement] = summary.summarize_all(modes, rounds)
        report["beside_best_typed"][placement] = summary.beside_best(modes, rounds, typed)
    if found.quick:
        return report
    some = next(iter(report["timing"].values()))
    library = os.path.abspath(f"{found.peers_folder}/allocations.so")
    report["costs"] = costs.measure(peers, modes, lambda mode, name: name in some[mode], folder, library)
    report["memory"] = memory.measure(peers, modes, folder, found.seconds)
    return report


def main() -> None:
    # As ctrl-C does it, so that the servers are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    found = options()
    modes = [MODES[name] for name in chosen(found.modes, list(MODES), "mode")]
    peers, skipped = chosen_peers(found)
    try:
        with tempfile.TemporaryDirectory(prefix="colonnade-bench-") as folder:
            report = measure(found, peers, modes, folder)
    except KeyboardInterrupt:
        sys.exit(130)
    report["skipped"] = skipped
    if found.svg:
        picture.draw(report, peers, found.svg)
        say(f"drawn: {found.svg}")
    print(json.dumps(report, indent=2) if found.json else table.text(report, peers), end="\n" if found.json else "")


if __name__ == "__main__":
    main()
