"""Calls at a steady pace, made by demo-load."""
import json
import subprocess
import threading
import time


class Load:
    """Runs between `with` and the end of its block; leaving it waits for every answer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process: subprocess.Popen[str] = process
        # What it said last: see Tests/Demo/Load/Account.swift.
        self.report: dict = {}
        self._heard: threading.Condition = threading.Condition()
        self._reader: threading.Thread = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> "Load":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self._reader.join()
        if self.process.wait() != 0:
            raise RuntimeError(f"demo-load ended with {self.process.returncode}")

    def until(self, answered: int, patience: float = 30) -> None:
        """Waits until so many calls have been answered."""
        deadline = time.monotonic() + patience
        with self._heard:
            while self.report.get("answered", 0) < answered:
                if self.process.poll() is not None or not self._heard.wait(deadline - time.monotonic()):
                    raise RuntimeError(f"demo-load had {answered} calls to make: {self.report}")

    def kill(self, process: int) -> None:
        """Kills a process while calls are underway."""
        self.process.stdin.write(f"kill {process}\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._heard:
                self.report = json.loads(line)
                self._heard.notify_all()
