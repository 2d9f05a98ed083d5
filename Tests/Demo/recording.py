"""The story as a picture: a terminal in which each line appears when it was told."""
import html

from story import Line, Span

FILLS: dict[str, str] = {
    "chapter": "#7dd3fc", "command": "#f8fafc", "plain": "#cbd5e1", "dim": "#94a3b8", "good": "#4ade80", "bad": "#f87171", "figure": "#fcd34d"}
BOLD: frozenset[str] = frozenset({"chapter", "command", "figure", "bad"})
WIDTH: int = 920
SIZE: int = 13
ADVANCE: float = 7.83
HEIGHT: int = 19
MARGIN: int = 20
COLUMNS: int = int((WIDTH - 2 * MARGIN) / ADVANCE)
# Nobody watches nothing happen for longer than so many seconds.
LONGEST_PAUSE: float = 1.2
SHORTEST_PAUSE: float = 0.08


def svg(lines: list[Line]) -> str:
    """An SVG without scripts. Where animations do not run or are not wanted, all lines are there at once."""
    rows = [(appears, row) for appears, line in zip(times(lines), lines) for row in wrapped(line.spans)]
    height = 2 * MARGIN + HEIGHT * len(rows)
    texts = "\n".join(
        f'<text y="{MARGIN + HEIGHT * number + SIZE}" style="animation-delay:{appears:.2f}s">{_runs(row)}</text>'
        for number, (appears, row) in enumerate(rows) if row)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">
<title>make demo, as it ran</title>
<style>
text {{ font: {SIZE}px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; animation: appear .15s backwards }}
@keyframes appear {{ from {{ opacity: 0 }} }}
@media (prefers-reduced-motion: reduce) {{ text {{ animation: none }} }}
{" ".join(f".{kind} {{ fill: {fill}{'; font-weight: 600' if kind in BOLD else ''} }}" for kind, fill in FILLS.items())}
</style>
<rect width="100%" height="100%" rx="8" fill="#0f172a"/>
<g transform="translate({MARGIN})">
{texts}
</g>
</svg>
"""


def times(lines: list[Line]) -> list[float]:
    """When each line appears, in seconds, with pauses that nobody minds."""
    found: list[float] = []
    last, now = (lines[0].at if lines else 0.0), 0.5
    for line in lines:
        now += min(max(line.at - last, SHORTEST_PAUSE), LONGEST_PAUSE)
        last = line.at
        found.append(now)
    return found


def wrapped(spans: tuple[Span, ...]) -> list[tuple[Span, ...]]:
    """A line in rows of the terminal's width, broken between words; what follows is indented as the line is."""
    words = [Span(span.kind, word) for span in spans for word in _words(span.text)]
    text = "".join(span.text for span in spans)
    indent = Span("plain", " " * (len(text) - len(text.lstrip()) + 2))
    rows: list[list[Span]] = [[]]
    width = 0
    for word in words:
        if width + len(word.text.rstrip()) > COLUMNS and width > len(indent.text):
            rows.append([indent])
            width = len(indent.text)
            if not word.text.strip():
                continue
        rows[-1].append(word)
        width += len(word.text)
    return [tuple(row) for row in rows]


def _words(text: str) -> list[str]:
    """The text in pieces that each end behind a space."""
    return [piece for piece in text.replace(" ", " \x00").split("\x00") if piece]


def _runs(spans: tuple[Span, ...]) -> str:
    runs: list[Span] = []
    for span in spans:
        if runs and runs[-1].kind == span.kind:
            runs[-1] = Span(span.kind, runs[-1].text + span.text)
        else:
            runs.append(span)
    return "".join(f'<tspan class="{run.kind}">{html.escape(run.text)}</tspan>' for run in runs)
