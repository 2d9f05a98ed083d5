"""Makes a vertical by `svc-interface new`, builds it, runs its tests and the vertical itself, takes it out again, and says how many
seconds it was from `new` to green.

`outside` does so in an empty package that uses this repository, as somebody else's suite would; with `--build-folder` it takes the platform
from where another such package has built it. `repository` does so in a copy of this
repository, where the rules of the architecture have to hold too; that builds everything, and takes long the first time. `here` is the
same in this repository itself, with what is built already; every file is put back afterwards, whatever comes, and what somebody
else writes meanwhile is lost: it is for continuous integration."""
import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
NAME: str = "WaitingRooms"
DAEMON: str = "svc-waiting-rooms"
MANIFEST: str = """// swift-tools-version: 6.2
import PackageDescription

let package: Package = Package(name: "Suite", dependencies: [.package(name: "Colonnade", path: "{root}")])
"""
# What is no source: SwiftPM's, git's and the suite's own.
UNSEEN: frozenset[str] = frozenset({".build", ".git", ".colonnade", "__pycache__", "Package.resolved"})
LAUNCHER: str = "# A suite that begins.\nlauncher: suite\nverticals:\n"


class Failure(Exception):
    """What did not hold."""


def run(command: Sequence[str | pathlib.Path], folder: pathlib.Path, show: bool = False, environment: dict[str, str] | None = None) -> str:
    """Runs a command to its end, and gives its output."""
    result = subprocess.run(
        [str(part) for part in command], cwd=folder, env=os.environ | (environment or {}), stdin=subprocess.DEVNULL, text=True, check=False,
        stdout=None if show else subprocess.PIPE, stderr=None if show else subprocess.STDOUT)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} ended with {result.returncode}\n{result.stdout or ''}".rstrip())
    return result.stdout or ""


class Snapshot:
    """The files of a folder as they are, without those that are built."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder: pathlib.Path = folder
        self.files: dict[str, bytes] = self.read()

    def read(self) -> dict[str, bytes]:
        files: dict[str, bytes] = {}
        for root, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if name not in UNSEEN]
            for path in (pathlib.Path(root, name) for name in names):
                if path.name not in UNSEEN:
                    files[path.relative_to(self.folder).as_posix()] = path.read_bytes()
        return files

    def changes(self) -> list[str]:
        """What is new, changed or gone since."""
        now = self.read()
        return sorted(name for name in now.keys() | self.files.keys() if now.get(name) != self.files.get(name))

    def restore(self) -> None:
        for name in self.changes():
            path = self.folder / name
            if name in self.files:
                write_changed(self.files[name], path)
            else:
                path.unlink()
                for parent in path.parents:
                    if any(parent.iterdir()):
                        break
                    parent.rmdir()


def write_changed(source: bytes, path: pathlib.Path) -> None:
    """A file that stays the same keeps its time, so that what was built from it stays built."""
    if not path.exists() or path.read_bytes() != source:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)


def copy_repository(target: pathlib.Path) -> None:
    """All files, as they are now."""
    wanted = Snapshot(ROOT).files
    for name, content in wanted.items():
        write_changed(content, target / name)
        shutil.copymode(ROOT / name, target / name)
    for name in Snapshot(target).files.keys() - wanted.keys() if target.exists() else ():
        (target / name).unlink()


def make_package(target: pathlib.Path) -> None:
    for folder in ("Services", "Shared", "Tests"):
        shutil.rmtree(target / folder, ignore_errors=True)
    write_changed(MANIFEST.format(root=ROOT).encode(), target / "Package.swift")
    write_changed(LAUNCHER.encode(), target / "suite.yml")
    write_changed(b".build/\nPackage.resolved\n", target / ".gitignore")


def listens(path: str, process: subprocess.Popen[str]) -> bool:
    """Whether the process comes to listen at a socket, within a minute."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) == 0:
                return True
        # There is nothing to wait on before the socket is there.
        time.sleep(0.05)
    return False


class Scaffold:
    def __init__(self, options: argparse.Namespace) -> None:
        self.swift: str = options.swift
        self.interface: pathlib.Path = options.interface.resolve()
        self.supervisor: pathlib.Path = options.supervisor.resolve()
        self.is_here: bool = options.where == "here"
        self.is_repository: bool = self.is_here or options.where == "repository"
        self.folder: pathlib.Path = ROOT if self.is_here else (options.scratch / options.where).resolve()
        self.launcher: str = "deploy/launchers/clinic.yml" if self.is_repository else "suite.yml"
        self.built: pathlib.Path = (options.build_folder or self.folder / ".build").resolve()
        self.products: pathlib.Path = self.built / "debug"
        self.home: pathlib.Path = self.built / "home"
        self.seconds: float = 0

    def prepare(self) -> None:
        if not self.is_here:
            (copy_repository if self.is_repository else make_package)(self.folder)
        self.before = Snapshot(self.folder)
        if self.is_repository and not self.is_here:
            # Where everything else is built, as it mostly is here, the seconds are those of the new vertical.
            self.build()

    def package(self, verb: str, *arguments: str) -> None:
        # Where everything was tested before, only those tests are built again that a new vertical is held against.
        wanted = {"TESTS_ONLY": f"{NAME}Tests ArchitectureTests ContractTests"} if self.is_here else None
        run([self.swift, verb, "--scratch-path", self.built, *arguments], self.folder, show=True, environment=wanted)

    def build(self) -> None:
        self.package("build", "--build-tests", "--explicit-target-dependency-import-check", "error")

    def new(self, *arguments: str) -> None:
        run([self.interface, "new", NAME, "--launcher", self.launcher, *arguments], self.folder)

    def make(self) -> None:
        """A vertical and a board more, checked as everything that is written by hand."""
        self.new()
        self.new("--board", "openDoor")
        run([self.interface, "generate", "--check", "."], self.folder)
        run([self.interface, "lint", "."], self.folder)
        files = [name for name in self.before.changes() if name.endswith(".swift") and not name.endswith("IOInterface.swift")]
        if not self.is_repository:
            files.remove("Package.swift")
        configuration = ["--configuration", str(ROOT / ".swift-format")]
        run([self.swift, "format", "lint", "--strict", *configuration, *files], self.folder)

    def test(self) -> None:
        self.build()
        tests = f"{NAME}Tests" + ("|ArchitectureTests|EdgeTests" if self.is_repository else "")
        self.package("test", "--skip-build", "--filter", tests)

    def supervise(self, verb: str, *arguments: str) -> str:
        return run([self.products / "svc-supervisor", verb, "--home", self.home, *arguments], self.folder)

    def start(self) -> None:
        """Under the supervisor, as `make run` would."""
        if not self.is_repository:
            shutil.copy2(self.supervisor, self.products / "svc-supervisor")
        self.supervise("up", "--detach", "--launcher", self.launcher)
        try:
            self.call()
        finally:
            self.supervise("down")
        shutil.rmtree(self.home, ignore_errors=True)

    def call(self) -> None:
        entry = json.dumps({"key": "01020304-0506-0708-090a-0b0c0d0e0f10", "text": "first"})
        kept = json.loads(self.supervise("call", "waiting-rooms", "keep", entry))
        opened = json.loads(self.supervise("call", "waiting-rooms", "openDoor", '{"text": "hello"}'))
        if kept != {"number": 1, "text": "first"} or opened != {"text": "hello"}:
            raise Failure(f"the boards answered {kept} and {opened}")

    def host(self) -> None:
        """In the process that runs all verticals: it has joined that by what `new` wrote."""
        if not self.is_repository:
            return
        # Not below the package, whose path may be too long for a socket's.
        with tempfile.TemporaryDirectory(prefix="scaffold-") as home:
            clinic = subprocess.Popen(
                [self.products / "svc-clinic", "--socket", f"{home}/run", "--state", f"{home}/state"], cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                is_served = listens(f"{home}/run/waiting-rooms.sock", clinic)
            finally:
                clinic.terminate()
                said = clinic.communicate(timeout=60)[0]
        if not is_served or clinic.returncode != 0:
            raise Failure(f"svc-clinic {'ended' if is_served else f'does not serve {DAEMON}; it ended'} with {clinic.returncode}:\n{said}")

    def remove(self) -> None:
        """The board has changed files since they were made: only by force, and then nothing is left."""
        try:
            self.new("--remove")
        except Failure as refused:
            if "--force" not in str(refused):
                raise
        else:
            raise Failure("a vertical that was changed was taken out without --force")
        self.new("--remove", "--force")
        if left := self.before.changes():
            raise Failure(f"this is left of it: {', '.join(left)}")

    def run_all(self) -> None:
        self.prepare()
        try:
            self.try_all()
        finally:
            if self.is_here:
                self.before.restore()

    def try_all(self) -> None:
        start = time.monotonic()
        for name, step in (("new", self.make), ("its tests", self.test), ("it runs", self.start), ("it runs among all", self.host)):
            print(f"==> {self.folder.name}: {name}", flush=True)
            step()
        self.seconds = time.monotonic() - start
        print(f"==> {self.folder.name}: --remove", flush=True)
        self.remove()


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Scaffold", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("where", choices=("outside", "repository", "here"))
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/scaffold", help="where the packages are made and built")
    parser.add_argument("--build-folder", type=pathlib.Path, help="where SwiftPM builds `outside` (default: in the package that is made)")
    parser.add_argument("--interface", type=pathlib.Path, default=ROOT / ".build/debug/svc-interface", metavar="SVC-INTERFACE")
    parser.add_argument("--supervisor", type=pathlib.Path, default=ROOT / ".build/debug/svc-supervisor", metavar="SVC-SUPERVISOR")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    parser.add_argument("--swift", default=os.environ.get("SWIFT", "swift"), help="the swift command")
    options = parser.parse_args()
    scaffold = Scaffold(options)
    failed = 0
    try:
        scaffold.run_all()
        print(f"scaffold: {scaffold.seconds:.0f} s from `new` to green, in {options.where}")
    except (Failure, OSError, ValueError) as failure:
        print(f"error: {failure}", file=sys.stderr, flush=True)
        failed = 1
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": 1 - failed, "failed": failed, "seconds": round(scaffold.seconds, 1)}) + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
