"""Medians of the rounds, and ratios with their spread: to the limit, and of svc-echo to the best peer that has types. Each is
of two results of the same round."""
import statistics
from dataclasses import asdict, dataclass

from client import Result
from mode import Mode
from timing import Rounds

OWN: str = "svc-echo"
NUMBERS: tuple[str, ...] = ("p50_us", "p99_us", "p999_us", "calls_per_s", "mb_per_s", "cpu_s_per_100k")


@dataclass(frozen=True)
class Ratio:
    median: float
    low: float
    high: float

    @staticmethod
    def of(values: list[float]) -> "Ratio":
        return Ratio(statistics.median(values), min(values), max(values))


def ratio(mode: Mode, number: str, own: list[Result], other: list[Result]) -> Ratio | None:
    """Times and rates alike: the first divided by the second."""
    pairs = [(mine[number], its[number]) for mine, its in zip(own, other)]
    # Where many outputs come with one read, most have no time of their own.
    if any(its <= 0 for _, its in pairs) or (number.endswith("_us") and mode.name == "stream"):
        return None
    return Ratio.of([mine / its for mine, its in pairs])


def summarize(mode: Mode, rounds: dict[str, list[Result]]) -> dict[str, dict]:
    limit = rounds["limit"]
    rows: dict[str, dict] = {}
    for name, results in rounds.items():
        row: dict = {number: statistics.median(result[number] for result in results) for number in NUMBERS}
        row["errors"] = sum(result["errors"] for result in results)
        ratios = {number: ratio(mode, number, results, limit) for number in NUMBERS}
        row["to_limit"] = {number: asdict(found) if found else None for number, found in ratios.items()}
        rows[name] = row
    return rows


def summarize_all(modes: list[Mode], rounds: Rounds) -> dict[str, dict[str, dict]]:
    return {mode.name: summarize(mode, rounds[mode.name]) for mode in modes}


def _beside_best(mode: Mode, rounds: dict[str, list[Result]], typed: list[str]) -> dict | None:
    def middle(name: str) -> float:
        return statistics.median(result[mode.metric] for result in rounds[name])

    names = [name for name in typed if name in rounds]
    if not names or OWN not in rounds:
        return None
    best = min(names, key=middle) if mode.is_time else max(names, key=middle)
    found = ratio(mode, mode.metric, rounds[OWN], rounds[best])
    return {"best": best, "number": mode.metric, "ratio": asdict(found) if found else None}


def beside_best(modes: list[Mode], rounds: Rounds, typed: list[str]) -> dict[str, dict]:
    """By mode, svc-echo's number divided by that of the best of `typed`."""
    found = {mode.name: _beside_best(mode, rounds[mode.name], typed) for mode in modes}
    return {name: row for name, row in found.items() if row is not None}
