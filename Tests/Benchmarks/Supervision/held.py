"""svc-echo as a vertical: the supervisor holds its socket, so a caller is never refused; it waits until the next process welcomes it."""
import json
import os
import pathlib
import subprocess
import sys
import time

from supervisors import Colonnade

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "PythonClient"))


class HeldEcho(Colonnade):
    name = "vertical, held"
    most = 1

    def prepare(self) -> None:
        echo = self.program.parent / "svc-echo"
        if not echo.exists():
            sys.exit(f"{echo} is not built: run `make bench-supervision`")
        self.paths = [str(self.folder / "home/run/operator/echo.sock")]
        (self.folder / "launcher.yml").write_text(f"launcher: bench\nverticals:\n  echo: {{ executable: {echo}, intensity: {{ restarts: 100000, within: 60s }} }}\n")

    def answer(self, path: str) -> int | None:
        """The generation that welcomes at the path."""
        # Late: the messages are made by protoc when this is imported.
        from connection import Connection, Ended
        if not os.path.exists(path):
            return None
        connection = None
        try:
            connection = Connection(path, "echo", "echo")
            return connection.open().generation
        except (OSError, Ended):
            return None
        finally:
            if connection is not None:
                connection.close()

    def victim(self, path: str) -> int:
        command = [str(self.program), "status", "--json", "--home", str(self.folder / "home")]
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            done = subprocess.run(command, capture_output=True, text=True)
            verticals = json.loads(done.stdout) if done.returncode == 0 else []
            for vertical in verticals if isinstance(verticals, list) else verticals["verticals"]:
                if vertical["name"] == "echo" and vertical["state"] == "ready":
                    return vertical["pid"]
        raise TimeoutError("echo is not ready")
