"""Medians of the rounds, and ratios to the limit in the same round with their spread."""
import statistics
from dataclasses import asdict, dataclass

from client import Result
from mode import Mode
from timing import Rounds

NUMBERS: tuple[str, ...] = ("p50_us", "p99_us", "p999_us", "calls_per_s", "mb_per_s")


@dataclass(frozen=True)
class Ratio:
    median: float
    low: float
    high: float

    @staticmethod
    def of(values: list[float]) -> "Ratio":
        return Ratio(statistics.median(values), min(values), max(values))


def ratio(mode: Mode, number: str, own: list[Result], limit: list[Result]) -> Ratio | None:
    """Times and rates alike: the peer's divided by the limit's."""
    pairs = [(mine[number], its[number]) for mine, its in zip(own, limit)]
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
