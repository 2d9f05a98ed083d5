"""Makes a vertical by `svc-interface new`, builds it, runs its tests and the vertical itself, takes it out again, and says how many
seconds it was from `new` to green.

`outside` does so in an empty package that uses this repository, as somebody else's suite would. `repository` does so in a copy of this
repository, where the rules of the architecture have to hold too; that builds everything, and takes long the first time."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
NAME: str = "WaitingRooms"
DAEMON: str = "svc-waiting-rooms"
MANIFEST: str = """// swift-tools-version: 6.2
import PackageDescription

let package: Package = Package(name: "Suite", dependencies: [.package(name: "Colonnade", path: "{root}")])
"""
LAUNCHER: str = "# A suite that begins.\nlauncher: suite\nverticals:\n"


class Failure(Exception):
    """What did not hold."""


def run(command: Sequence[str | pathlib.Path], folder: pathlib.Path, show: bool = False) -> str:
    """Runs a command to its end, and gives its output."""
    result = subprocess.run(
        [str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL, text=True, check=False,
        stdout=None if show else subprocess.PIPE, stderr=None if show else subprocess.STDOUT)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))} ended with {result.returncode}\n{result.stdout or ''}".rstrip())
    return result.stdout or ""


def git(folder: pathlib.Path, *arguments: str) -> str:
    return run(["git", "-c", "user.name=Test", "-c", "user.email=test@example.org", *arguments], folder)


def write_changed(source: bytes, path: pathlib.Path) -> None:
    """A file that stays the same keeps its time, so that what was built from it stays built."""
    if not path.exists() or path.read_bytes() != source:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)


def copy_repository(target: pathlib.Path) -> None:
    """All files that git knows or would take, as they are now."""
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], ROOT).split("\0")
    wanted = {name for name in listed if name and (ROOT / name).is_file()}
    for name in wanted:
        write_changed((ROOT / name).read_bytes(), target / name)
        shutil.copymode(ROOT / name, target / name)
    for path in target.rglob("*") if target.exists() else []:
        name = path.relative_to(target).as_posix()
        if path.is_file() and not name.startswith((".build/", ".git/")) and name not in wanted:
            path.unlink()


def make_package(target: pathlib.Path) -> None:
    for folder in ("Services", "Shared", "Tests"):
        shutil.rmtree(target / folder, ignore_errors=True)
    write_changed(MANIFEST.format(root=ROOT).encode(), target / "Package.swift")
    write_changed(LAUNCHER.encode(), target / "suite.yml")
    write_changed(b".build/\nPackage.resolved\n", target / ".gitignore")


class Scaffold:
    def __init__(self, options: argparse.Namespace) -> None:
        self.swift: str = options.swift
        self.interface: pathlib.Path = options.interface.resolve()
        self.supervisor: pathlib.Path = options.supervisor.resolve()
        self.is_repository: bool = options.where == "repository"
        self.folder: pathlib.Path = (options.scratch / options.where).resolve()
        self.launcher: str = "deploy/launchers/clinic.yml" if self.is_repository else "suite.yml"
        self.products: pathlib.Path = self.folder / ".build/debug"
        self.seconds: float = 0

    def prepare(self) -> None:
        copy_repository(self.folder) if self.is_repository else make_package(self.folder)
        shutil.rmtree(self.folder / ".git", ignore_errors=True)
        git(self.folder, "init", "--quiet")
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--message", "before")
        if self.is_repository:
            # Where everything else is built, the seconds are those of the new vertical.
            self.build()

    def build(self) -> None:
        run([self.swift, "build", "--build-tests", "--explicit-target-dependency-import-check", "error"], self.folder, show=True)

    def new(self, *arguments: str) -> None:
        run([self.interface, "new", NAME, *arguments], self.folder)

    def make(self) -> None:
        """A vertical and a board more, checked as everything that is written by hand."""
        self.new()
        self.new("--board", "openDoor")
        run([self.interface, "generate", "--check", "."], self.folder)
        run([self.interface, "lint", "."], self.folder)
        status = git(self.folder, "status", "--porcelain", "--untracked-files=all").splitlines()
        files = [line[3:] for line in status if line.endswith(".swift") and not line.endswith("IOInterface.swift")]
        if not self.is_repository:
            files.remove("Package.swift")
        configuration = ["--configuration", str(ROOT / ".swift-format")]
        run([self.swift, "format", "lint", "--strict", *configuration, *files], self.folder)

    def test(self) -> None:
        self.build()
        tests = f"{NAME}Tests" + ("|ArchitectureTests|EdgeTests" if self.is_repository else "")
        run([self.swift, "test", "--skip-build", "--filter", tests], self.folder, show=True)

    def start(self) -> None:
        """Under the supervisor, as `make run` would."""
        supervisor = self.products / "svc-supervisor"
        if not self.is_repository:
            shutil.copy2(self.supervisor, supervisor)
        home = self.folder / ".build/home"

        def supervise(verb: str, *arguments: str) -> str:
            return run([supervisor, verb, "--home", home, *arguments], self.folder)

        supervise("up", "--detach", "--launcher", self.launcher)
        try:
            entry = json.dumps({"key": "01020304-0506-0708-090a-0b0c0d0e0f10", "text": "first"})
            kept = json.loads(supervise("call", "waiting-rooms", "keep", entry))
            opened = json.loads(supervise("call", "waiting-rooms", "openDoor", '{"text": "hello"}'))
        finally:
            supervise("down")
        shutil.rmtree(home, ignore_errors=True)
        if kept != {"number": 1, "text": "first"} or opened != {"text": "hello"}:
            raise Failure(f"the boards answered {kept} and {opened}")

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
        if left := git(self.folder, "status", "--porcelain"):
            raise Failure(f"this is left of it:\n{left}")

    def run_all(self) -> None:
        self.prepare()
        start = time.monotonic()
        for name, step in (("new", self.make), ("its tests", self.test), ("it runs", self.start)):
            print(f"==> {self.folder.name}: {name}", flush=True)
            step()
        self.seconds = time.monotonic() - start
        print(f"==> {self.folder.name}: --remove", flush=True)
        self.remove()


def main() -> int:
    parser = argparse.ArgumentParser(prog="Tests/Scaffold", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("where", choices=("outside", "repository"))
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/scaffold", help="where the packages are made and built")
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
