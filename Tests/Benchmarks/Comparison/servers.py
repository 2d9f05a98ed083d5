"""The servers of a peer: one that is called, and the three that it calls in `fan`."""
import os
import socket
import subprocess
import time
from types import TracebackType

from peer import NEIGHBOURS, Peer
from progress import stop

PATIENCE: float = 20


class Servers:
    """Started by `with`, and ended with it, also by ctrl-C."""

    def __init__(self, peer: Peer, folder: str, prefix: list[str] | None = None, environment: dict[str, str] | None = None,
                 has_neighbours: bool = True) -> None:
        self.peer: Peer = peer
        self.folder: str = f"{folder}/{peer.name}"
        self.socket: str = f"{self.folder}/main.sock"
        self.prefix: list[str] = prefix or []
        self.environment: dict[str, str] = {**os.environ, **(environment or {})}
        self.has_neighbours: bool = has_neighbours
        self.processes: list[subprocess.Popen] = []

    @property
    def pids(self) -> list[int]:
        """The one that is called comes last."""
        return [process.pid for process in self.processes]

    def __enter__(self) -> "Servers":
        try:
            paths = [f"{self.folder}/{name}.sock" for name in NEIGHBOURS] if self.has_neighbours else []
            for path in paths:
                self._start(path, [])
            self._start(self.socket, paths)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def _start(self, path: str, neighbours: list[str]) -> None:
        own = path.removesuffix(".sock")
        os.makedirs(own, exist_ok=True)
        command = [*self.prefix, *self.peer.serving(own, path, neighbours)]
        with open(f"{own}/log", "wb") as log:
            process = subprocess.Popen(
                command, cwd=own, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        self._wait(path, process, f"{own}/log")

    def _wait(self, path: str, process: subprocess.Popen, log: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
                try:
                    return probe.connect(path)
                except OSError:
                    time.sleep(0.01)
        with open(log, errors="replace") as file:
            stop(f"{self.peer.name} does not listen at {path}:\n{file.read()}")

    def end(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = []
