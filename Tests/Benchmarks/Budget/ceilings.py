"""What a call may cost: the numbers in ceilings.json, and how a measurement stands beside them.

parts.json keeps what the largest parts of each count were when the ceilings were written, to tell later which of them grew.
"""
import dataclasses
import enum
import json
import math
import pathlib
from typing import Any

from costs import INSTRUCTIONS, Costs

FOLDER: pathlib.Path = pathlib.Path(__file__).resolve().parent
# Repeated measurements agree within 0.1 %, but for the client: every 20 ms, when it looks for slow calls, the call in flight suspends.
# Where the machine does little else those are few, and where five others want its two cores they cost 2 %. Small changes elsewhere, a
# patch release of the compiler or another processor may cost a little too.
INSTRUCTIONS_MARGIN: float = 0.05
# How many calls in flight, or outputs of a stream, go with one system call depends on how far the other side has come: on the machine's
# load.
SHARED_MARGIN: float = 0.10
SHARING: tuple[str, ...] = ("pipe64", "stream")
# Of allocations and system calls a call has few, and one more of them is one too many: a quarter of one may come, and where there
# is less than one, a quarter of that.
COUNT_MARGIN: float = 0.25
SMALLEST_MARGIN: float = 0.06
# A count that has fallen by more than this share is no longer guarded by its ceiling.
FALLEN: float = 0.15
# Parts of less than this share of their count are not kept.
KEPT_SHARE: float = 0.005

# By side, such as "rtt64 client".
Sides = dict[str, Costs]
# By side and count, the part of each function.
Parts = dict[str, dict[str, dict[str, float]]]


class NoCeiling(Exception):
    """There is no ceiling for what was measured."""


class Outcome(enum.Enum):
    WITHIN = "within"
    ABOVE = "above"
    FALLEN = "fallen"


@dataclasses.dataclass(frozen=True)
class Count:
    """One measured number beside what it was when the ceiling was written, and the most that it may be."""

    side: str
    name: str
    measured: float
    before: float
    ceiling: float

    @property
    def outcome(self) -> Outcome:
        if self.measured > self.ceiling:
            return Outcome.ABOVE
        fell: float = self.before - self.measured
        return Outcome.FALLEN if fell > self.before * FALLEN and fell > margin(self.side, self.name, self.before) else Outcome.WITHIN


@dataclasses.dataclass(frozen=True)
class Ceilings:
    """What was measured when the ceilings were written, and what may be measured from then on."""

    # By side and count, "measured" and "ceiling".
    counts: dict[str, dict[str, dict[str, float]]]
    parts: Parts
    tools: dict[str, str]

    def compare(self, sides: Sides) -> list[Count]:
        return [self.count(side, name, measured) for side, costs in sides.items() for name, measured in costs.counts().items()]

    def count(self, side: str, name: str, measured: float) -> Count:
        try:
            row: dict[str, float] = self.counts[side][name]
            return Count(side, name, measured, row["measured"], row["ceiling"])
        except KeyError:
            raise NoCeiling(f"there is no ceiling for {name} of the {side}; write it: make budget-update") from None

    def covers(self, other: "Ceilings") -> bool:
        return all(names.keys() <= self.counts.get(side, {}).keys() for side, names in other.counts.items())

    def parts_of(self, count: Count) -> dict[str, float]:
        return self.parts.get(count.side, {}).get(count.name, {})


def margin(side: str, name: str, measured: float) -> float:
    if name == INSTRUCTIONS:
        return measured * (SHARED_MARGIN if side.startswith(SHARING) else INSTRUCTIONS_MARGIN)
    return max(SMALLEST_MARGIN, COUNT_MARGIN * min(1, measured))


def of(sides: Sides, tools: dict[str, str]) -> Ceilings:
    """The ceilings that hold the costs of `sides` where they are."""
    return Ceilings(
        counts={side: {name: row(side, name, measured) for name, measured in costs.counts().items()} for side, costs in sides.items()},
        parts={side: {name: largest(parts) for name, parts in costs.parts.items()} for side, costs in sides.items()},
        tools=tools)


def row(side: str, name: str, measured: float) -> dict[str, float]:
    ceiling: float = measured + margin(side, name, measured)
    if name == INSTRUCTIONS:
        return {"measured": round(measured), "ceiling": math.ceil(ceiling)}
    return {"measured": round(measured, 3), "ceiling": round(ceiling, 3)}


def largest(parts: dict[str, float]) -> dict[str, float]:
    least: float = sum(parts.values()) * KEPT_SHARE
    kept: dict[str, float] = {name: round(part, 0 if part > 10 else 3) for name, part in parts.items() if part > max(least, 0)}
    return dict(sorted(kept.items(), key=lambda part: (-part[1], part[0])))


def load(folder: pathlib.Path = FOLDER) -> Ceilings:
    try:
        file: dict[str, Any] = json.loads((folder / "ceilings.json").read_text())
        parts: Parts = json.loads((folder / "parts.json").read_text())
        return Ceilings(file["per_call"], parts, file["written_with"])
    except (OSError, ValueError, KeyError) as error:
        raise NoCeiling(f"the ceilings cannot be read ({error}); write them: make budget-update") from None


def save(ceilings: Ceilings, folder: pathlib.Path = FOLDER) -> None:
    file: dict[str, Any] = {"written_with": ceilings.tools, "per_call": ceilings.counts}
    (folder / "ceilings.json").write_text(json.dumps(file, indent=2) + "\n")
    (folder / "parts.json").write_text(json.dumps(ceilings.parts, indent=1) + "\n")
