"""What the demo tells while it runs: chapters, commands, and what came of them."""
import dataclasses
import textwrap
import time
from typing import TextIO

# How each kind of text looks on a terminal, as SGR parameters.
COLOURS: dict[str, str] = {"chapter": "1;36", "command": "1", "plain": "", "dim": "2", "good": "32", "bad": "1;31", "figure": "1;33"}


class Unmet(Exception):
    """Something that the demo promises did not hold."""


@dataclasses.dataclass(frozen=True)
class Span:
    kind: str
    text: str


@dataclasses.dataclass(frozen=True)
class Line:
    # Seconds since the story began.
    at: float
    spans: tuple[Span, ...]


def figure(value: object) -> Span:
    """A number that was measured in this run."""
    return Span("figure", f"{value:,}" if isinstance(value, int) else str(value))


class Story:
    def __init__(self, output: TextIO | None) -> None:
        """Without an output nothing is printed; the lines are kept all the same."""
        self.output: TextIO | None = output
        self.lines: list[Line] = []
        self._begun: float = time.monotonic()
        self._chapters: int = 0
        # How many promises were seen to hold.
        self.kept: int = 0

    def title(self, text: str) -> None:
        self.tell(Span("command", text))

    def end(self, text: str) -> None:
        self.tell()
        self.tell(Span("good", text))

    def chapter(self, title: str) -> None:
        self._chapters += 1
        self.tell()
        self.tell(Span("chapter", f"{self._chapters}  {title}"))

    def command(self, text: str) -> None:
        self.tell(Span("dim", "$ "), Span("command", text))

    def said(self, text: str) -> None:
        """What a command printed."""
        for line in textwrap.dedent(text.rstrip()).splitlines():
            self.tell(Span("dim", f"  {line}"))

    def note(self, *parts: str | Span) -> None:
        self.tell(Span("plain", "  "), *(Span("plain", part) if isinstance(part, str) else part for part in parts))

    def expect(self, holds: bool, *parts: str | Span) -> None:
        """Tells what holds, or fails with it."""
        spans = [Span("plain", part) if isinstance(part, str) else part for part in parts]
        self.tell(Span("good", "✓ ") if holds else Span("bad", "✗ "), *spans)
        self.kept += holds
        if not holds:
            raise Unmet("".join(span.text for span in spans))

    def tell(self, *spans: Span) -> None:
        self.lines.append(Line(time.monotonic() - self._begun, spans))
        if self.output is not None:
            print("".join(map(self._shown, spans)), file=self.output, flush=True)

    def _shown(self, span: Span) -> str:
        colour = COLOURS[span.kind]
        return f"\x1b[{colour}m{span.text}\x1b[0m" if colour and self.output is not None and self.output.isatty() else span.text

