"""A machine with a systemd of its own, which lives as long as the block that it is used in."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable

BOOT: pathlib.Path = pathlib.Path(__file__).resolve().with_name("boot")
# The longest that anything may take here; a busy machine is slow.
PATIENCE: float = 60


class CannotBoot(Exception):
    """This machine can not boot a systemd; the message says what is missing."""


class Failed(Exception):
    """A command inside failed."""


def wait_for(what: str, condition: Callable[[], object], seconds: float = PATIENCE) -> object:
    """The first result that is true."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise Failed(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.05)


def obstacle() -> str | None:
    """Why no systemd can be booted on this machine; nil where nothing is known that speaks against it."""
    if os.geteuid() != 0:
        return "it takes root"
    for program in ("/usr/lib/systemd/systemd", "/usr/bin/dbus-daemon"):
        if not os.path.exists(program):
            return f"there is no {program}"
    for program in ("unshare", "nsenter", "setpriv", "findmnt", "runuser", "readelf"):
        if shutil.which(program) is None:
            return f"there is no {program}"
    if subprocess.run(["findmnt", "-n", "-t", "cgroup2"], capture_output=True, check=False).returncode != 0:
        return "no cgroup2 is mounted"
    new = ["unshare", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup", "--fork", "true"]
    made = subprocess.run(new, capture_output=True, text=True, check=False)
    return None if made.returncode == 0 else f"no namespaces can be made: {made.stderr.strip()}"


def library_folders(program: pathlib.Path) -> list[str]:
    """The absolute folders in which a program looks for its libraries: a debug build's are in the toolchain."""
    dynamic = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    paths = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic)
    return [folder for path in paths for folder in path.split(":") if folder.startswith("/") and os.path.isdir(folder)]


class Machine:
    """Boots with the block, and is gone behind it."""

    def __init__(self, binds: dict[str, pathlib.Path | str]) -> None:
        """`binds` says what stands where inside, for reading only."""
        self.folder: pathlib.Path = pathlib.Path(tempfile.mkdtemp(prefix="systemd-"))
        words = [f"{source}:{target}" for target, source in binds.items()]
        # In a session of its own: ctrl-C at the terminal ends the test, and then this.
        self._boot: subprocess.Popen[str] = subprocess.Popen(
            [BOOT, self.folder, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True)
        said = self._boot.stdout.readline().split()
        self._first: str = said[1] if said else ""

    def __enter__(self) -> "Machine":
        try:
            if not self._first:
                raise CannotBoot(self._boot.stderr.read().strip())
            wait_for("systemd is up", self._is_booted)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._boot.stdin.close()
        self._boot.wait(PATIENCE)

    def _is_booted(self) -> bool:
        if self._boot.poll() is not None:
            raise CannotBoot(self._boot.stderr.read().strip())
        return self.attempt("systemctl", "is-active", "booted.target").stdout.strip() == "active"

    def attempt(self, *command: str, text: str = "", user: str | None = None) -> subprocess.CompletedProcess[str]:
        """Runs a command inside, as root or as `user`."""
        enter = ["nsenter", "-t", self._first, "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        clean = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "LANG=C.UTF-8", "TERM=dumb", "SYSTEMD_PAGER=", "HOME=/root"]
        become = ["runuser", "-u", user, "--"] if user else []
        return subprocess.run(
            [*enter, *clean, *become, *command], input=text, capture_output=True, text=True, check=False, timeout=3 * PATIENCE)

    def run(self, *command: str, text: str = "", user: str | None = None) -> str:
        done = self.attempt(*command, text=text, user=user)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def property(self, unit: str, name: str) -> str:
        return self.run("systemctl", "show", unit, "--property", name, "--value").strip()

    def process(self, unit: str) -> int:
        """The number of its main process, as it is inside."""
        return int(self.property(unit, "MainPID"))

    def processes(self, group: str) -> list[str]:
        """What runs in the control groups whose path fits a pattern of the shell."""
        command = f"find /sys/fs/cgroup/{group} -name cgroup.procs -exec cat {{}} + 2>/dev/null"
        return self.attempt("sh", "-c", command).stdout.split()

    def journal(self, *matches: str) -> list[dict]:
        lines = self.run("journalctl", "--sync") + self.run("journalctl", "-o", "json", "--no-pager", *matches)
        return [json.loads(line) for line in lines.splitlines()]
