"""Runs svc-echo's server and its benchmark as two processes under callgrind, and gives their profiles."""
import contextlib
import dataclasses
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Iterator

import callgrind

START_SECONDS: float = 60
CLIENT_SECONDS: float = 120
STOP_SECONDS: float = 30


class CannotMeasure(Exception):
    """The measurement did not take place: what is wrong, and the next step."""


@dataclasses.dataclass
class Profiles:
    """What both sides of one run did."""

    client: callgrind.Profile
    server: callgrind.Profile


@dataclasses.dataclass
class EchoPair:
    """A copy of svc-echo without debug information, and a folder for what its processes write."""

    program: pathlib.Path
    folder: pathlib.Path

    def run(self, mode: str, calls: int) -> Profiles:
        client, server = self.folder / "client.callgrind", self.folder / "server.callgrind"
        socket: pathlib.Path = self.folder / "echo.sock"
        with self.serving(socket, server):
            self.bench(socket, client, mode, calls)
        return Profiles(callgrind.read(client), callgrind.read(server))

    @contextlib.contextmanager
    def serving(self, socket: pathlib.Path, profile: pathlib.Path) -> Iterator[None]:
        arguments: list[str] = ["--socket", str(socket), "--state", str(self.folder / "state"), "--log-level", "error"]
        with (self.folder / "server.log").open("wb") as log:
            # In a session of its own, so that ctrl-C reaches it through `stop` only.
            server = subprocess.Popen(
                self.command(profile) + arguments, cwd=self.folder, env=environment(), stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True)
            try:
                self.wait_for(socket, server)
                yield
            finally:
                stop(server)
        if server.returncode != 0:
            raise CannotMeasure(f"the server ended with status {server.returncode}:\n{self.log_text()}")

    def bench(self, socket: pathlib.Path, profile: pathlib.Path, mode: str, calls: int) -> None:
        arguments: list[str] = ["bench", "--socket", str(socket), "--mode", mode, "--calls", str(calls), "--json"]
        try:
            done = subprocess.run(
                self.command(profile) + arguments, cwd=self.folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True,
                text=True, timeout=CLIENT_SECONDS)
        except subprocess.TimeoutExpired:
            raise CannotMeasure(f"{mode} with {calls} calls did not end within {CLIENT_SECONDS:.0f} s under valgrind") from None
        if done.returncode != 0:
            raise CannotMeasure(f"{mode} with {calls} calls failed under valgrind:\n{done.stdout}{done.stderr}")

    def command(self, profile: pathlib.Path) -> list[str]:
        # --vgdb=no: no pipes for a debugger, which a killed process would leave behind.
        options: list[str] = ["--tool=callgrind", "--collect-systime=yes", "--vgdb=no", "--quiet"]
        return ["valgrind", *options, f"--callgrind-out-file={profile}", str(self.program)]

    def wait_for(self, socket: pathlib.Path, server: subprocess.Popen[bytes]) -> None:
        deadline: float = time.monotonic() + START_SECONDS
        while not socket.exists():
            if server.poll() is not None:
                raise CannotMeasure(f"the server ended with status {server.returncode} before it listened:\n{self.log_text()}")
            if time.monotonic() > deadline:
                raise CannotMeasure(f"the server did not listen within {START_SECONDS:.0f} s under valgrind:\n{self.log_text()}")
            time.sleep(0.01)

    def log_text(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")


def stop(server: subprocess.Popen[bytes]) -> None:
    """Asks the server to drain, since callgrind writes its profile when the process ends by itself."""
    if server.poll() is None:
        server.send_signal(signal.SIGTERM)
    try:
        server.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def environment() -> dict[str, str]:
    """The same for every run: hashing is seeded at random, and the size of the environment moves the stack, unless told otherwise."""
    kept: dict[str, str] = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {"LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1"}
