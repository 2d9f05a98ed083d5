"""The supervisors that are compared. Each runs the same program at the paths that it is given, and starts it again when it ends."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import time

PATIENCE: float = 60


class Supervisor:
    """One supervisor in a folder of its own. Use it in a `with`: whatever happens, no process of it stays. Its files do: ext4 gives no inode
    again that was freed within a minute or five, and looks at each of them before it makes a file, so who comes next would be measured with
    what the one before has left. Files make a start of 500 three times as long then."""

    name: str = ""
    needs: str = ""
    # How many daemons it can be asked for.
    most: int = 10_000

    def __init__(self, folder: pathlib.Path, answerer: pathlib.Path) -> None:
        self.folder = folder
        self.answerer = answerer
        self.paths: list[str] = []
        self.process: subprocess.Popen | None = None

    @classmethod
    def is_there(cls) -> bool:
        return shutil.which(cls.needs) is not None

    def prepare(self) -> None:
        """Writes what it is configured by; not measured."""
        raise NotImplementedError

    def command(self) -> list[str]:
        raise NotImplementedError

    def stop(self) -> None:
        """Asks it to end with all that it runs."""
        self.process.send_signal(signal.SIGTERM)

    def answer(self, path: str) -> int | None:
        """Which life of the daemon answers at a path: a number; None where nothing answers."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            try:
                client.connect(path)
                if client.recv(1) != b"x":
                    return None
            except OSError:
                return None
            return struct.unpack("iII", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]

    def victim(self, path: str) -> int:
        """The process that serves a path."""
        return self.answer(path)

    def make(self, count: int) -> None:
        self.folder.mkdir(parents=True)
        self.paths = [str(self.folder / f"{number}.sock") for number in range(count)]
        self.prepare()

    def start(self) -> None:
        log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(self, *_) -> None:
        if self.process is not None:
            self.stop()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        # Some leave their children behind.
        deadline = time.monotonic() + 10
        while (left := processes(f"{self.folder}/")) and time.monotonic() < deadline:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def own_processes(self) -> list[int]:
        """The supervisor's processes, without the daemons that it runs."""
        return [pid for pid in descendants(self.process.pid) if not is_running(pid, self.answerer)]


class Floor(Supervisor):
    """A loop in C that starts again what has ended: the floor."""
    name = "C loop"
    needs = "cc"

    def prepare(self) -> None:
        pass

    def command(self) -> list[str]:
        return [str(self.answerer.parent / "forker"), str(self.answerer), *self.paths]


class Colonnade(Supervisor):
    name = "svc-supervisor"
    program: pathlib.Path

    @classmethod
    def is_there(cls) -> bool:
        return True

    def prepare(self) -> None:
        # Each has a user of its own under root, as always: it can bind its socket in a folder of its own only.
        self.paths = [str(self.folder / f"home/state/d{number}/sock") for number in range(len(self.paths))]
        entries = [
            f"  d{number}:\n    program: {{ command: [{self.answerer}, '${{STATE_DIRECTORY}}/sock'], ready: notify }}\n"
            "    intensity: { restarts: 100000, within: 60s }\n"
            for number in range(len(self.paths))]
        (self.folder / "launcher.yml").write_text("launcher: bench\nverticals:\n" + "".join(entries))

    def command(self) -> list[str]:
        return [str(self.program), "up", "--launcher", str(self.folder / "launcher.yml"), "--home", str(self.folder / "home")]


class Scanned(Supervisor):
    """Supervisors that watch a folder with a folder for each daemon."""

    def prepare(self) -> None:
        for number, path in enumerate(self.paths):
            service = self.folder / "services" / f"d{number}"
            service.mkdir(parents=True)
            self.write_service(service, path)

    def write_service(self, service: pathlib.Path, path: str) -> None:
        self.write_run(service, f"exec {self.answerer} {path}")

    @staticmethod
    def write_run(service: pathlib.Path, line: str) -> None:
        run = service / "run"
        run.write_text(f"#!/bin/sh\n{line}\n")
        run.chmod(0o755)

    @property
    def services(self) -> str:
        return str(self.folder / "services")


class S6(Scanned):
    name = "s6"
    needs = "s6-svscan"

    def write_service(self, service: pathlib.Path, path: str) -> None:
        self.write_run(service, f"exec {self.answerer} {path} 3")
        (service / "notification-fd").write_text("3\n")

    def command(self) -> list[str]:
        return ["s6-svscan", "-c", "1000", self.services]


class Runit(Scanned):
    name = "runit"
    needs = "runsvdir"

    def command(self) -> list[str]:
        return ["runsvdir", "-P", self.services]

    def stop(self) -> None:
        # SIGTERM ends only the one that watches the folder.
        self.process.send_signal(signal.SIGHUP)


class Daemontools(Scanned):
    name = "daemontools"
    needs = "svscan"

    def command(self) -> list[str]:
        return ["svscan", self.services]

    def stop(self) -> None:
        folders = [str(service) for service in pathlib.Path(self.services).iterdir()]
        self.process.send_signal(signal.SIGTERM)
        subprocess.run(["svc", "-dx", *folders], check=False)


class Supervisord(Supervisor):
    name = "supervisord"
    needs = "supervisord"

    def prepare(self) -> None:
        sections = [
            f"[program:d{number}]\ncommand={self.answerer} {path}\nautorestart=true\nstartsecs=0\n"
            for number, path in enumerate(self.paths)]
        (self.folder / "supervisord.conf").write_text(
            f"[supervisord]\nnodaemon=true\nuser=root\nminfds=4096\nlogfile={self.folder}/supervisord.log\n"
            f"pidfile={self.folder}/pid\nchildlogdir={self.folder}\n" + "".join(sections))

    def command(self) -> list[str]:
        return ["supervisord", "-c", str(self.folder / "supervisord.conf")]


OTHERS: list[type[Supervisor]] = [S6, Runit, Daemontools, Supervisord]


def processes(word: str) -> list[int]:
    """Every process in whose command line the word stands, but this one."""
    found: list[int] = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if word.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


def descendants(pid: int) -> list[int]:
    found: list[int] = [pid]
    for parent in found:
        try:
            for task in pathlib.Path(f"/proc/{parent}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            pass
    return found


def is_running(pid: int, program: pathlib.Path) -> bool:
    try:
        return os.readlink(f"/proc/{pid}/exe") == str(program)
    except OSError:
        return False
