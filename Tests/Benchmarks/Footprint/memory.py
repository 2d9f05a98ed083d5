"""What a process holds in memory, as /proc tells it. proc(5) has the words; everything here is in bytes."""
import pathlib
import re
import struct
from dataclasses import dataclass, field

HEAD = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$")
PAGE: int = 4096
# Of an entry of /proc/PID/pagemap: the page is in memory, and its frame.
PRESENT: int = 1 << 63
FRAME: int = (1 << 55) - 1
KEYS: tuple[str, ...] = ("Rss", "Pss", "Anonymous")


@dataclass
class Mapping:
    name: str
    permissions: str
    size: int
    bytes: dict[str, int] = field(default_factory=dict)


def rollup(pid: int) -> dict[str, int]:
    """`Rss`, `Pss` (a page that n processes map counts 1/n in each) and `Anonymous` (what no file stands behind)."""
    return _sums(pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines())


def mappings(pid: int) -> list[Mapping]:
    found: list[Mapping] = []
    for line in pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines():
        head = HEAD.match(line)
        if head:
            found.append(Mapping(head[4], head[3], int(head[2], 16) - int(head[1], 16)))
            continue
        key, value = line.split(":", 1)
        if key in KEYS:
            found[-1].bytes[key] = int(value.split()[0]) * 1024
    return found


def by_kind(pid: int, program: str) -> dict[str, dict[str, int]]:
    """The mappings in a few rows that say where the memory comes from."""
    rows: dict[str, dict[str, int]] = {}
    for mapping in mappings(pid):
        row = rows.setdefault(_kind(mapping, program), dict.fromkeys(KEYS, 0) | {"Size": 0})
        row["Size"] += mapping.size
        for key in KEYS:
            row[key] += mapping.bytes.get(key, 0)
    return dict(sorted(rows.items(), key=lambda item: -item[1]["Pss"]))


def distinct(pids: list[int]) -> int | None:
    """Memory behind all that these processes have mapped, each page counted once: it does not depend on who else maps it. None
    where the kernel does not tell, which it does to root only."""
    frames: set[int] = set()
    for pid in pids:
        frames |= _frames(pid)
    frames.discard(0)
    return len(frames) * PAGE if frames else None


def _frames(pid: int) -> set[int]:
    """The page frames that a process has mapped; 0 stands for those that are kept secret."""
    frames: set[int] = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/pagemap", "rb", buffering=0) as pagemap:
        for line in maps:
            if "[v" in line:
                continue
            first, last = (int(address, 16) // PAGE for address in line.split()[0].split("-"))
            pagemap.seek(first * 8)
            entries = struct.iter_unpack("<Q", pagemap.read((last - first) * 8))
            frames.update(entry & FRAME for (entry,) in entries if entry & PRESENT)
    return frames


def _kind(mapping: Mapping, program: str) -> str:
    if mapping.name.startswith("[stack"):
        return "stack"
    if mapping.name == "" or mapping.name == "[heap]":
        return "heap and other anonymous memory"
    if mapping.name.startswith("["):
        return "kernel"
    owner = "program" if pathlib.Path(mapping.name).name == program else "libraries"
    if "x" in mapping.permissions:
        return f"{owner}: code"
    if mapping.bytes.get("Anonymous", 0) * 2 > mapping.bytes.get("Rss", 0):
        return f"{owner}: written data, relocated pages"
    return f"{owner}: constant data"


def _sums(lines: list[str]) -> dict[str, int]:
    sums = dict.fromkeys(KEYS, 0)
    for line in lines:
        key = line.split(":", 1)[0]
        if key in sums:
            sums[key] += int(line.split()[1]) * 1024
    return sums
