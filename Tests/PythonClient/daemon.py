"""A daemon under test, started from its own shell line."""
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from exported import BINARIES


class Daemon:
    def __init__(self, name: str, *arguments: str, files: dict[str, str] | None = None) -> None:
        """`{folder}` in an argument is the daemon's own folder; `files` are written there first, by name."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="colonnade-"))
        for file, content in (files or {}).items():
            (self.folder / file).write_text(content)
        self.path = self.folder / "s.sock"
        self.log = open(self.folder / "log", "wb")
        binary = BINARIES / name
        if not binary.exists():
            raise FileNotFoundError(f"{binary} is not built: run `swift build --product {name}`")
        values = [str(argument).replace("{folder}", str(self.folder)) for argument in arguments]
        self.process = subprocess.Popen(
            [binary, "--socket", self.path, *values], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self._wait_until_it_listens()

    def _wait_until_it_listens(self) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                probe.connect(str(self.path))
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                # There is nothing to wait on before the socket is there.
                time.sleep(0.02)
            finally:
                probe.close()
        self.stop()
        raise RuntimeError(f"the daemon did not start: {self.output()}")

    def output(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def terminate(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float = 20) -> int:
        return self.process.wait(seconds)

    def stop(self) -> None:
        """Ends it, whatever it does, and removes what it made."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
