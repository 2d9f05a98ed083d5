"""What is wrong with the documentation comments of symbols."""
import collections.abc

import symbols


def problems(of: collections.abc.Iterable[symbols.Symbol], root: str) -> list[str]:
    """A line for each symbol without a comment that begins with a sentence, in the form that editors know."""
    found: list[str] = []
    for symbol in of:
        fault = _fault(symbol)
        if fault is not None:
            file = symbol.file.removeprefix(root.rstrip("/") + "/")
            found.append(f"{file}:{symbol.line}: error: {symbol.kind} {symbol.path} {fault}")
    return found


def _fault(symbol: symbols.Symbol) -> str | None:
    if symbol.comment is None or not any(line.strip() for line in symbol.comment):
        return "is public and has no documentation; write a comment with /// above it"
    first = next(line.strip() for line in symbol.comment if line.strip())
    # A list of parameters or a heading: a reader of the list of symbols would see nothing.
    if first.startswith(("- ", "* ", "#", "```")):
        return "has documentation that does not begin with a sentence; write one in front"
    return None
