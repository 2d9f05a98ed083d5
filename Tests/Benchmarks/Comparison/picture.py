"""Draws the result for the README: a panel of bars for each mode, readable on light and on dark pages."""
import math
from html import escape

from mode import MODES, Mode
from peer import Peer
from table import PLACEMENTS, number

WIDTH: int = 880
MARGIN: int = 24
COLUMNS: int = 2
GAP: int = 40
HEADER: int = 70
PANEL_HEADER: int = 44
BAR: int = 16
STEP: int = 22
LABEL: int = 122
VALUE: int = 92

# Bars are as long as the number is large; with a logarithm where the largest is more than this many times the smallest.
WIDEST_LINEAR: float = 40

TITLES: dict[str, str] = {
    "rtt64": "One call in flight, 64 bytes",
    "pipe64": "256 calls in flight, one connection",
    "conc64": "64 connections, one call in flight each",
    "big1m": "1 MiB there and back",
    "stream": "One call, a million outputs of 64 bytes",
    "fan": "One call that calls three verticals",
}

STYLE: str = """
    text { font: 12px Helvetica, Arial, sans-serif; fill: #1d2b3a; }
    .title { font-size: 17px; font-weight: bold; }
    .panel { font-size: 13px; font-weight: bold; }
    .note, .unit { fill: #5a6876; }
    .own { font-weight: bold; }
    .page { fill: #ffffff; }
    .bar { fill: #9fb4c7; }
    .bar.limit { fill: #d0d7de; }
    .bar.own { fill: #d9622b; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .note, .unit { fill: #9aa6b2; }
      .page { fill: #0d1117; }
      .bar { fill: #5b7690; }
      .bar.limit { fill: #3a444e; }
      .bar.own { fill: #f0803c; }
    }
"""


def _shares(values: list[float], room: float) -> tuple[list[float], bool]:
    """The lengths of the bars, and whether they are logarithms."""
    low, high = min(values), max(values)
    if high <= low * WIDEST_LINEAR:
        return [value / high * room for value in values], False
    # A tenth of the smallest has no length, so that the smallest has one.
    base = math.log10(low) - 0.5
    return [(math.log10(value) - base) / (math.log10(high) - base) * room for value in values], True


def _panel(mode: Mode, rows: dict[str, dict], peers: list[Peer], left: float, top: float, width: float) -> list[str]:
    shown = [peer for peer in peers if peer.name in rows and rows[peer.name][mode.metric] > 0]
    missing = [peer for peer in peers if peer not in shown]
    lengths, is_logarithmic = _shares([rows[peer.name][mode.metric] for peer in shown], width - LABEL - VALUE)
    better = "less is better" if mode.is_time else "more is better"
    scale = "; logarithmic" if is_logarithmic else ""
    lines = [
        f'<text class="panel" x="{left:.0f}" y="{top + 14:.0f}">{escape(TITLES[mode.name])}</text>',
        f'<text class="unit" x="{left:.0f}" y="{top + 30:.0f}">{escape(mode.unit)}; {better}{scale}</text>']
    for place, (peer, length) in enumerate(zip(shown, lengths)):
        y = top + PANEL_HEADER + place * STEP
        kind = " own" if peer.is_swift else " limit" if peer.name == "limit" else ""
        value = number(rows[peer.name][mode.metric])
        lines += [
            f'<text class="{kind.strip()}" x="{left + LABEL - 8:.0f}" y="{y + 12:.0f}" text-anchor="end">{escape(_short(peer))}</text>',
            f'<rect class="bar{kind}" x="{left + LABEL:.0f}" y="{y:.0f}" width="{max(length, 1):.1f}" height="{BAR}" rx="2"/>',
            f'<text class="{kind.strip()}" x="{left + LABEL + max(length, 1) + 6:.1f}" y="{y + 12:.0f}">{value}</text>']
    for place, peer in enumerate(missing, len(shown)):
        y = top + PANEL_HEADER + place * STEP + 12
        lines += [
            f'<text class="note" x="{left + LABEL - 8:.0f}" y="{y:.0f}" text-anchor="end">{escape(_short(peer))}</text>',
            f'<text class="note" x="{left + LABEL:.0f}" y="{y:.0f}">has none</text>']
    return lines


def _short(peer: Peer) -> str:
    return {"limit": "C (the limit)"}.get(peer.name, peer.title)


def draw(report: dict, peers: list[Peer], path: str) -> None:
    placement, by_mode = next(iter(report["timing"].items()))
    width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    panel_height = PANEL_HEADER + len(peers) * STEP + 18
    rows = math.ceil(len(by_mode) / COLUMNS)
    height = HEADER + rows * panel_height + MARGIN
    machine = report["machine"]
    note = (f"Two processes on one machine, Unix socket, {PLACEMENTS[placement]}; medians of {report['rounds']} interleaved rounds; "
            f"{machine['cpus']} CPUs, {machine['processor']}")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Colonnade beside other ways to call another process">',
        f"  <style>{STYLE}  </style>",
        f'  <rect class="page" width="{WIDTH}" height="{height}"/>',
        f'  <text class="title" x="{MARGIN}" y="34">A call to another process, beside the plain socket and its peers</text>',
        f'  <text class="note" x="{MARGIN}" y="53">{escape(note)}</text>']
    for place, (name, results) in enumerate(by_mode.items()):
        left = MARGIN + place % COLUMNS * (width + GAP)
        top = HEADER + place // COLUMNS * panel_height
        lines += ["  " + line for line in _panel(MODES[name], results, peers, left, top, width)]
    with open(path, "w") as file:
        file.write("\n".join([*lines, "</svg>", ""]))
