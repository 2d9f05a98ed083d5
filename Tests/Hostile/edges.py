"""A daemon started as its supervisor starts it: with a listening socket for each consumer, which outlives the process."""
import fcntl
import os
import pathlib
import socket
import subprocess
import time
from collections.abc import Iterable

#: Takes the sockets to where LISTEN_FDS says they are, and becomes the daemon.
_HAND_OVER: str = """
    fds=($1); shift; at=3
    for fd in "${fds[@]}"; do eval "exec $at<&$fd $fd<&-"; at=$((at + 1)); done
    export LISTEN_PID=$$; exec "$@"
"""
_FIRST_OWN: int = 200
READY_SECONDS: float = 30.0


class EdgeDaemon:
    def __init__(self, binary: pathlib.Path, folder: pathlib.Path, consumers: Iterable[str], arguments: list[str]) -> None:
        self.binary = binary
        self.folder = folder
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.listeners: dict[str, socket.socket] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for consumer in consumers:
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listener.bind(str(self.path(consumer)))
            listener.listen(4096)
            self.listeners[consumer] = listener

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def path(self, consumer: str) -> pathlib.Path:
        return self.folder / f"{consumer}.sock"

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ending(self) -> str:
        """How it ended, and its last words."""
        status = self.process.poll() if self.process else None
        lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
        return f"ended with {status}: {lines[0][:200] if lines else 'without a word'}"

    def start(self) -> None:
        """Starts a process; returns once it says that it is ready."""
        notify = self.folder / "notify"
        notify.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver, open(self.folder / "log", "ab") as log:
            receiver.bind(str(notify))
            receiver.settimeout(READY_SECONDS)
            handed = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, _FIRST_OWN) for each in self.listeners.values()]
            environment = {
                "PATH": os.environ["PATH"], "NOTIFY_SOCKET": str(notify), "LISTEN_FDS": str(len(handed)),
                "LISTEN_FDNAMES": ":".join(self.listeners), "STATE_DIRECTORY": str(self.folder / "state"),
            }
            if "LD_LIBRARY_PATH" in os.environ:
                environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
            self.process = subprocess.Popen(
                ["bash", "-c", _HAND_OVER, "bash", " ".join(map(str, handed)), str(self.binary), *self.arguments],
                env=environment, pass_fds=handed, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder)
            for descriptor in handed:
                os.close(descriptor)
            self._await_ready(receiver)

    def _await_ready(self, receiver: socket.socket) -> None:
        deadline = time.monotonic() + READY_SECONDS
        receiver.settimeout(0.2)
        while time.monotonic() < deadline and self.is_running():
            try:
                if b"READY=1" in receiver.recv(4096):
                    return
            except TimeoutError:
                pass
        self.stop()
        raise RuntimeError(f"{self.binary.name} did not get ready; it {self.ending()}")

    def stop(self) -> None:
        """Ends the process, whatever it does; the sockets stay, without those who wait at them."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
        for listener in self.listeners.values():
            _turn_away(listener)

    def close(self) -> None:
        self.stop()
        for listener in self.listeners.values():
            listener.close()


def _turn_away(listener: socket.socket) -> None:
    """Closes the connections that an attacker left in the backlog: the next process did not earn them."""
    listener.setblocking(False)
    try:
        while True:
            listener.accept()[0].close()
    except BlockingIOError:
        pass
