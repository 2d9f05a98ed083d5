"""Reads what callgrind wrote: how often each function was called, and what its own instructions and system calls were.

The format is described in Valgrind's manual, "Callgrind Format Specification". Only what the budget needs is read: positions are
skipped, and functions of one name in two files, or on two levels of a recursion, count as one.
"""
import collections
import dataclasses
import pathlib
import re
from collections.abc import Iterable

# "fn=(12) name" gives a name its number, "fn=(12)" refers to it.
NAME: re.Pattern[str] = re.compile(r"\((\d+)\)(?: (.*))?$")
# "'2" marks a deeper level of a recursion, "@@GLIBC_2.17" the version of a symbol.
SUFFIX: re.Pattern[str] = re.compile(r"(@@?[A-Z][\w.]*)?('\d+)?$")


class UnreadableProfile(Exception):
    """The file is not what callgrind writes."""


@dataclasses.dataclass
class Profile:
    """One run of one process."""

    instructions: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    system_calls: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    # By caller and callee.
    calls: collections.Counter[tuple[str, str]] = dataclasses.field(default_factory=collections.Counter)


class Reader:
    """Goes through the lines once; a `calls=` line says that the costs of the next one are the callee's."""

    def __init__(self) -> None:
        self.profile: Profile = Profile()
        self.events: list[str] = []
        self.names: dict[str, str] = {}
        self.function: str = ""
        self.callee: str = ""
        self.calls: int | None = None

    def take(self, line: str) -> None:
        if line[:1] in "0123456789+-*" and line:
            self.take_costs(line.split()[1:])
        elif line.startswith("fn="):
            self.function = self.named(line[3:])
        elif line.startswith("cfn="):
            self.callee = self.named(line[4:])
        elif line.startswith("calls="):
            self.calls = int(line[6:].split()[0])
        elif line.startswith("events:"):
            self.events = line.split()[1:]

    def take_costs(self, texts: list[str]) -> None:
        if self.calls is not None:
            self.profile.calls[self.function, self.callee] += self.calls
            self.calls = None
            return
        # Zeros at the end of a line are left out.
        costs: dict[str, int] = dict(zip(self.events, map(int, texts)))
        self.profile.instructions[self.function] += costs.get("Ir", 0)
        self.profile.system_calls[self.function] += costs.get("sysCount", 0)

    def named(self, text: str) -> str:
        match = NAME.match(text)
        if not match:
            return text
        number, name = match.groups()
        if name is not None:
            self.names[number] = SUFFIX.sub("", name, count=1)
        return self.names[number]


def read(path: pathlib.Path) -> Profile:
    with path.open(encoding="utf-8", errors="replace") as lines:
        return parse(lines, str(path))


def parse(lines: Iterable[str], source: str) -> Profile:
    reader: Reader = Reader()
    for line in lines:
        reader.take(line.rstrip("\n"))
    if "Ir" not in reader.events or not reader.profile.instructions:
        raise UnreadableProfile(f"{source} holds no instruction counts; was it written by valgrind --tool=callgrind?")
    return reader.profile
