"""One run of a peer's client."""
import json
import os
import subprocess

from peer import Peer
from progress import stop

Result = dict[str, float]

PATIENCE: float = 300


def run(peer: Peer, socket: str, mode: str, length: list[str], prefix: list[str] | None = None,
        environment: dict[str, str] | None = None) -> Result | None:
    """What the client measured; nothing where the peer has no such mode."""
    command = [*(prefix or []), *peer.calling(socket, mode, length)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        stop(f"{peer.name} has not ended {mode} in {PATIENCE:.0f} s: {' '.join(command)}")
    if done.returncode != 0:
        stop(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout) if done.stdout.strip() else None
