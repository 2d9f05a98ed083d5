"""Counts system calls of a client and its servers: by perf where the kernel lets it, otherwise by strace."""
import os
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod

import client
from peer import Peer
from progress import say, stop
from servers import Servers

EVENT: str = "raw_syscalls:sys_enter"
PATIENCE: float = 10


class Tracer(ABC):
    @abstractmethod
    def count(self, peer: Peer, servers: Servers, mode: str, calls: int, folder: str) -> int:
        """The system calls of both sides in a run of the client."""


class Perf(Tracer):
    @staticmethod
    def is_possible() -> bool:
        if shutil.which("perf") is None:
            return False
        done = subprocess.run(["perf", "stat", "-x,", "-e", EVENT, "--", "ls", "/"], capture_output=True, text=True)
        return done.returncode == 0 and done.stderr.split(",")[0].strip().isdigit()

    def count(self, peer: Peer, servers: Servers, mode: str, calls: int, folder: str) -> int:
        served, called = f"{folder}/served", f"{folder}/called"
        pids = ",".join(str(pid) for pid in servers.pids)
        prefix = [
            "perf", "stat", "-x,", "-e", EVENT, "-o", served, "-p", pids, "--",
            "perf", "stat", "-x,", "-e", EVENT, "-o", called, "--"]
        client.run(peer, servers.socket, mode, ["--calls", str(calls)], prefix)
        return self._total(served) + self._total(called)

    @staticmethod
    def _total(file: str) -> int:
        with open(file) as lines:
            counts = [line.split(",")[0] for line in lines if EVENT in line]
        return int(counts[-1]) if counts and counts[-1].isdigit() else 0


class Strace(Tracer):
    @staticmethod
    def is_possible() -> bool:
        return shutil.which("strace") is not None and subprocess.run(
            ["strace", "-c", "-o", os.devnull, "true"], capture_output=True).returncode == 0

    def count(self, peer: Peer, servers: Servers, mode: str, calls: int, folder: str) -> int:
        served, called = f"{folder}/served", f"{folder}/called"
        attached = [word for pid in servers.pids for word in ("-p", str(pid))]
        tracer = subprocess.Popen(["strace", "-f", "-c", "-o", served, *attached], stderr=subprocess.DEVNULL)
        try:
            self._wait(servers.pids)
            client.run(peer, servers.socket, mode, ["--calls", str(calls)], ["strace", "-f", "-c", "-o", called])
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.wait()
        return self._total(served) + self._total(called)

    @staticmethod
    def _wait(pids: list[int]) -> None:
        deadline = time.monotonic() + PATIENCE
        for pid in pids:
            while time.monotonic() < deadline:
                with open(f"/proc/{pid}/status") as status:
                    if any(line.startswith("TracerPid:") and line.split()[1] != "0" for line in status):
                        break
                time.sleep(0.01)
            else:
                stop("strace has not attached to the servers")

    @staticmethod
    def _total(file: str) -> int:
        with open(file) as lines:
            totals = [line.split() for line in lines if line.rstrip().endswith(" total")]
        # "100.00 0.012 3 4000 total", with the failed ones before the last word where there are any.
        return int(totals[-1][3]) if totals else 0


def find() -> Tracer | None:
    for kind in (Perf, Strace):
        if kind.is_possible():
            return kind()
    say("system calls are not counted: neither perf nor strace may trace here")
    return None
