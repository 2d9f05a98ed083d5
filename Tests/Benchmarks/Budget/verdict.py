"""What is said to people: the table, and for each count that is out of its budget what grew and what to do."""
import swift
from ceilings import Ceilings, Count, Outcome, Sides
from costs import INSTRUCTIONS

# More of them do not help to see what changed.
SHOWN_PARTS: int = 6
# What grew by a smaller share of the growth is not why a count is above its ceiling.
NOTABLE_SHARE: float = 0.02
LONGEST_NAME: int = 110
NEXT_STEP: str = "make budget-update, and commit Tests/Benchmarks/Budget/*.json with the reason"


def table(counts: list[Count]) -> str:
    lines: list[str] = [f"{'per call':30} {'measured':>10} {'before':>10} {'change':>8} {'ceiling':>10}"]
    for count in counts:
        measured, before, ceiling = (number(count.name, value) for value in (count.measured, count.before, count.ceiling))
        note: str = "" if count.outcome is Outcome.WITHIN else f"  {count.outcome.value}"
        lines.append(f"{count.side + ' ' + count.name:30} {measured:>10} {before:>10} {change(count):>8} {ceiling:>10}{note}")
    return "\n".join(lines)


def number(name: str, value: float) -> str:
    return f"{value:,.0f}" if name == INSTRUCTIONS else f"{value:,.3f}"


def change(count: Count) -> str:
    return f"{(count.measured / count.before - 1) * 100:+.1f} %" if count.before else "-"


def text(counts: list[Count], sides: Sides, ceilings: Ceilings, tools: dict[str, str]) -> str:
    """Empty where every count is within its budget."""
    above: list[Count] = [count for count in counts if count.outcome is Outcome.ABOVE]
    fallen: list[Count] = [count for count in counts if count.outcome is Outcome.FALLEN]
    lines: list[str] = []
    if above:
        lines.append("error: a call costs more than its budget")
        for count in above:
            lines.append(sentence(count) + f"; the ceiling is {number(count.name, count.ceiling)}")
            lines += grown(count, sides[count.side].parts[count.name], ceilings.parts_of(count))
        if tools != ceilings.tools:
            lines.append(f"note: the ceilings were written with {listed(ceilings.tools)}; this is {listed(tools)}")
        lines.append(f"next step: take back what made it grow; if that is meant: {NEXT_STEP}")
    if fallen:
        lines.append("a call costs much less than its budget: well done. Now lower the ceiling, so that it stays so")
        lines += [sentence(count) for count in fallen]
        lines += [] if above else [f"next step: {NEXT_STEP}"]
    return "\n".join(lines)


def sentence(count: Count) -> str:
    before, measured = number(count.name, count.before), number(count.name, count.measured)
    return f"  {count.side}: {count.name} per call went from {before} to {measured} ({change(count)})"


def listed(tools: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in tools.items())


def grown(count: Count, now: dict[str, float], before: dict[str, float]) -> list[str]:
    """The parts that grew most; one that was not kept was smaller than any that was."""
    least: float = min(before.values(), default=0)
    growth: dict[str, float] = {name: part - before.get(name, least) for name, part in now.items()}
    notable: float = (count.measured - count.before) * NOTABLE_SHARE
    top: list[str] = sorted((name for name in growth if growth[name] > notable), key=lambda name: -growth[name])
    lines: list[str] = []
    for name, shown in swift.demangled(top[:SHOWN_PARTS]).items():
        old: str = number(count.name, before[name]) if name in before else f"< {number(count.name, least)}"
        lines.append(f"    {old:>9} -> {number(count.name, now[name]):>7}  {shown[:LONGEST_NAME]}")
    return lines
