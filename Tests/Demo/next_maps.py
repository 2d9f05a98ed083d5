"""Two next versions of maps, built from this repository's own sources with a few lines changed."""
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
INTERFACE: str = "Shared/IOInterface/MapsIO/MapsInOut.swift"
CODING: str = "Services/Maps/Presentation/Coding/Place+Domain.swift"
# What is no source: SwiftPM's, git's, the suite's own.
UNSEEN: tuple[str, ...] = (".build", ".git", ".colonnade", "__pycache__")

# A file, what stands in it once, and what takes its place.
Edit = tuple[str, str, str]
# Whole metres in the place of exact ones: whoever reads a Double can not read what comes.
BREAKING: list[Edit] = [
    (INTERFACE, "    public let distance: Double?\n", "    public let distance: Int?\n"),
    (INTERFACE, "        distance: Double? = nil\n", "        distance: Int? = nil\n"),
    (CODING, "distance: model.distance)", "distance: model.distance.map { Int($0.rounded()) })"),
]
# The same wish beside what is there: whoever does not know the new field goes on.
ADDITIVE: list[Edit] = [
    (INTERFACE, "    public let distance: Double?\n",
     "    public let distance: Double?\n    /// The same in whole metres, rounded; nil where none was.\n    public let metres: Int?\n"),
    (INTERFACE, "        distance: Double? = nil\n", "        distance: Double? = nil, metres: Int? = nil\n"),
    (INTERFACE, "        self.phone = phone\n        self.distance = distance\n",
     "        self.phone = phone\n        self.distance = distance\n        self.metres = metres\n"),
    (CODING, "distance: model.distance)", "distance: model.distance, metres: model.distance.map { Int($0.rounded()) })"),
]


def edited(source: str, edits: list[Edit], name: str) -> str:
    for file, old, new in edits:
        if file != name:
            continue
        if source.count(old) != 1:
            raise ValueError(f"{name} does not hold {old.strip()!r} once: Tests/Demo/next_maps.py has to follow it")
        source = source.replace(old, new)
    return source


def build(edits: list[Edit], folder: pathlib.Path, swift: str, interface: pathlib.Path, program: pathlib.Path) -> None:
    """Builds svc-maps-grid from a copy of this repository with these edits, and puts it at `program`; where the sources are those
    that it was built from, it stays."""
    sources = wanted(edits)
    seal = digest(sources)
    sealed = program.with_suffix(".sources")
    if program.exists() and sealed.exists() and sealed.read_text() == seal:
        return
    copy(sources, folder)
    _run([str(interface.resolve()), "generate", "Shared"], folder)
    _run([swift, "build", "--disable-index-store", "--product", "svc-maps-grid"], folder)
    shutil.copy2(folder / ".build/debug/svc-maps-grid", program)
    sealed.write_text(seal)


def wanted(edits: list[Edit]) -> dict[str, bytes]:
    """All files of this repository as they are now, but for the edits."""
    files: dict[str, bytes] = {}
    for parent, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in UNSEEN]
        for path in (pathlib.Path(parent, name) for name in names):
            name = path.relative_to(ROOT).as_posix()
            files[name] = path.read_bytes()
            if name in (INTERFACE, CODING):
                files[name] = edited(files[name].decode(), edits, name).encode()
    return files


def digest(files: dict[str, bytes]) -> str:
    """Of what maps is built from."""
    sums = hashlib.sha256()
    for name in sorted(files):
        if name.startswith(("Shared/", "Services/Maps/", "Package.")) and not name.endswith(".md"):
            sums.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return sums.hexdigest()


def copy(files: dict[str, bytes], folder: pathlib.Path) -> None:
    """What stays the same keeps its time, so that what was built from it stays built."""
    for name, content in files.items():
        target = folder / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in UNSEEN]
        for path in (pathlib.Path(parent, name) for name in names):
            if path.relative_to(folder).as_posix() not in files:
                path.unlink()


def _run(command: list[str], folder: pathlib.Path) -> None:
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")


def both(folder: pathlib.Path, swift: str, interface: pathlib.Path, progress: Callable[[str], None]) -> tuple[pathlib.Path, pathlib.Path]:
    """Builds what is not built yet: the program that breaks its callers, and the one that has only gained."""
    folder.mkdir(parents=True, exist_ok=True)
    programs = (folder.resolve() / "svc-maps-breaking", folder.resolve() / "svc-maps-additive")
    with open(folder / "lock", "w") as lock:
        # Where another builds them already, this one waits.
        fcntl.flock(lock, fcntl.LOCK_EX)
        for edits, program, what in zip((BREAKING, ADDITIVE), programs, ("breaks its callers", "has only gained")):
            progress(f"building a maps that {what} (a minute, the first time)")
            build(edits, folder / "source", swift, interface, program)
    return programs
