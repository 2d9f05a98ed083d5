"""Measures both sides of a call alone, of one among 256 in flight, and of one output of a stream."""
import dataclasses
from collections.abc import Callable

from ceilings import Ceilings, Outcome, Sides
from costs import Costs, difference, least, median
from echo_pair import EchoPair, Profiles

ROUNDS: int = 3


@dataclasses.dataclass(frozen=True)
class Lengths:
    """How many calls the two runs make; `svc-echo bench` makes a tenth more, which warm it up."""

    short: int
    long: int

    @property
    def calls_between(self) -> int:
        return with_warm_up(self.long) - with_warm_up(self.short)


# Long enough that two measurements of one program agree within 0.1 %, and no longer: starting under Valgrind takes most of the time.
MODES: dict[str, Lengths] = {"rtt64": Lengths(200, 1_200), "pipe64": Lengths(2_560, 7_680), "stream": Lengths(640, 6_400)}


def with_warm_up(calls: int) -> int:
    return calls + max(1, calls // 10)


def measure(pair: EchoPair) -> Sides:
    sides: Sides = {}
    for mode, lengths in MODES.items():
        short: Profiles = pair.run(mode, lengths.short)
        long: Profiles = pair.run(mode, lengths.long)
        sides[f"{mode} client"] = difference(short.client, long.client, lengths.calls_between)
        sides[f"{mode} server"] = difference(short.server, long.server, lengths.calls_between)
    return sides


def thorough(take: Callable[[], Sides]) -> Sides:
    return combined([take() for _ in range(ROUNDS)], median)


def sufficient(take: Callable[[], Sides], ceilings: Ceilings) -> Sides:
    """One round where that is within the ceilings, which is the rule; else the cheapest of three, count by count: what else the machine does
    only adds turns of the loop, and what a call costs is in each round."""
    rounds: list[Sides] = [take()]
    while len(rounds) < ROUNDS and any(count.outcome is not Outcome.WITHIN for count in ceilings.compare(combined(rounds, least))):
        rounds.append(take())
    return combined(rounds, least)


def combined(rounds: list[Sides], combine: Callable[[list[Costs]], Costs]) -> Sides:
    return {side: combine([sides[side] for sides in rounds]) for side in rounds[0]}
