"""A daemon that is measured: started as the supervisor starts one, and ended whatever happens."""
import os
import pathlib
import signal
import socket
import sys
import time

READY_SECONDS: float = 60


class Process:
    """A process that says READY=1 on NOTIFY_SOCKET. Use it in a `with`, so that ctrl-C ends it as well."""

    def __init__(self, program: pathlib.Path, arguments: list[str], folder: pathlib.Path) -> None:
        self.program: pathlib.Path = program
        self.folder: pathlib.Path = folder
        folder.mkdir(parents=True, exist_ok=True)
        notify = folder / "notify.sock"
        notify.unlink(missing_ok=True)
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/"), "NOTIFY_SOCKET": str(notify),
            "STATE_DIRECTORY": str(folder / "state"), "RUNTIME_DIRECTORY": str(folder / "run"),
        }
        log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
            receiver.bind(str(notify))
            receiver.settimeout(READY_SECONDS)
            # posix_spawn is a vfork and an exec: what is measured is the program's start, not this one's fork.
            start = time.perf_counter()
            self.pid: int = os.posix_spawn(
                program, [str(program), *arguments], environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, log, 1), (os.POSIX_SPAWN_DUP2, log, 2)])
            os.close(log)
            self.usage = None
            try:
                self._await_ready(receiver)
            except BaseException:
                self.stop()
                raise
            self.ready_milliseconds: float = (time.perf_counter() - start) * 1000

    def _await_ready(self, receiver: socket.socket) -> None:
        deadline = time.monotonic() + READY_SECONDS
        receiver.settimeout(0.5)
        while time.monotonic() < deadline:
            try:
                if b"READY=1" in receiver.recv(4096):
                    return
            except TimeoutError:
                pass
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.usage = usage
                sys.exit(f"{self.program.name} ended with status {status} before it was ready:\n{self.output()}")
        sys.exit(f"{self.program.name} was not ready within {READY_SECONDS:.0f} s:\n{self.output()}")

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def output(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def stop(self) -> None:
        """Ends it in order; after 20 s at once. Gives what it has used in `usage`."""
        if self.usage is not None:
            return
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + 20
        while True:
            pid, _, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.usage = usage
                return
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                deadline = float("inf")
            time.sleep(0.002)


def program(binaries: str, name: str) -> pathlib.Path:
    """The built program; says how to build it where it is not there."""
    path = pathlib.Path(binaries).resolve() / name
    if not path.exists():
        sys.exit(f"{path} is not built: run `make footprint`")
    return path
