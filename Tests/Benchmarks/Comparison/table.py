"""The report for people."""
from collections.abc import Iterator

from mode import MODES, Mode
from peer import Peer

DASH: str = "-"
NAME_WIDTH: int = 24


def number(value: float | None, places: int = 1) -> str:
    if value is None:
        return DASH
    return f"{value:,.{0 if abs(value) >= 1000 else places}f}"


def spread(ratio: dict | None) -> str:
    if ratio is None:
        return DASH
    return f"{_share(ratio['median'])} ({_share(ratio['low'])} to {_share(ratio['high'])})"


def _share(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def _lines(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    for row in [header, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        yield "  ".join([row[0].ljust(NAME_WIDTH), *cells]).rstrip()


def _timing(mode: Mode, rows: dict[str, dict], peers: list[Peer]) -> Iterator[str]:
    compared = {"p50_us": "p50", "mb_per_s": "MB/s"}.get(mode.metric, mode.unit)
    rate = "outputs/s" if mode.name == "stream" else "calls/s"
    header = ["", "p50 µs", "p99 µs", "p99.9 µs", rate, "MB/s", "CPU s/100k", f"{compared}, × limit", "p99.9, × limit", "CPU, × limit"]
    cells: list[list[str]] = []
    for peer in peers:
        row = rows.get(peer.name)
        if row is None:
            cells.append([peer.title, *[DASH] * (len(header) - 1)])
            continue
        times = [number(row[name]) if mode.name != "stream" else DASH for name in ("p50_us", "p99_us", "p999_us")]
        cells.append([
            peer.title, *times, number(row["calls_per_s"]), number(row["mb_per_s"]), number(row["cpu_s_per_100k"], 3),
            *[spread(row["to_limit"][name]) for name in (mode.metric, "p999_us", "cpu_s_per_100k")]])
    return _lines(header, cells)


def _beside_best(rows: dict[str, dict], peers: list[Peer]) -> Iterator[str]:
    titles = {peer.name: peer.title for peer in peers}
    cells = [
        [name, titles[row["best"]], "p50" if row["number"] == "p50_us" else "rate", spread(row["ratio"])] for name, row in rows.items()]
    return _lines(["", "the best", "what", "Colonnade's, × its"], cells)


def _costs(rows: dict[str, dict], peers: list[Peer]) -> Iterator[str]:
    cells: list[list[str]] = []
    for peer in peers:
        row = rows.get(peer.name, {})
        cells.append([
            peer.title, number(row.get("system_calls_per_100k"), 0), number(row.get("allocations_per_call"), 2)])
    return _lines(["", "system calls / 100,000 calls", "allocations / call"], cells)


def _memory(rows: dict[str, dict], peers: list[Peer]) -> Iterator[str]:
    cells = [
        [peer.title] + [number(rows[peer.name][when][kind] / 1e6) for when in ("idle", "after_load") for kind in ("pss_bytes", "rss_bytes")]
        for peer in peers if peer.name in rows]
    return _lines(["", "idle PSS MB", "idle RSS MB", "PSS MB after load", "RSS MB after load"], cells)


PLACEMENTS: dict[str, str] = {"free": "on all CPUs", "pinned": "pinned to one CPU"}


def text(report: dict, peers: list[Peer]) -> str:
    machine = report["machine"]
    lines = [
        f"{machine['cpus']} CPUs ({machine['processor']}), Linux {machine['kernel']}; "
        f"load {machine['load']:.1f} at the start; medians of {report['rounds']} rounds (lowest to highest)",
        "CPU s/100k: seconds of processor time of both sides for 100,000 calls"]
    for placement, by_mode in report["timing"].items():
        for name, rows in by_mode.items():
            lines += ["", f"{name}: {MODES[name].title}, {PLACEMENTS[placement]}", *_timing(MODES[name], rows, peers)]
    for placement, rows in report["beside_best_typed"].items():
        if rows:
            lines += ["", f"beside the best peer with typed calls, {PLACEMENTS[placement]}", *_beside_best(rows, peers)]
    for name, rows in report.get("costs", {}).items():
        lines += ["", f"{name}: costs of both sides", *_costs(rows, peers)]
    if "memory" in report:
        lines += ["", "memory of a server", *_memory(report["memory"], peers)]
    lines += [""] + [f"not measured: {name}; {why}" for name, why in report["skipped"].items()]
    return "\n".join(lines).rstrip() + "\n"
