"""The public symbols of a module, by the compiler's symbol graphs (github.com/swiftlang/swift-docc-symbolkit)."""
import dataclasses
import json
import pathlib
import urllib.parse


@dataclasses.dataclass(frozen=True, order=True)
class Symbol:
    """One declaration that an importer can reach."""

    file: str
    line: int
    path: str
    kind: str
    # None where nobody wrote a comment.
    comment: tuple[str, ...] | None = dataclasses.field(compare=False)


def read(folder: pathlib.Path) -> list[Symbol]:
    """Every symbol of the graphs in a folder, once, in the order of files and lines.

    What has no place in a source file was made by the compiler or a macro, and nobody could write a comment there. An extension is
    described by what it extends.
    """
    found: dict[str, Symbol] = {}
    for graph in sorted(folder.glob("*.symbols.json")):
        for entry in json.loads(graph.read_text())["symbols"]:
            if "location" in entry and entry["kind"]["identifier"] != "swift.extension":
                found.setdefault(entry["identifier"]["precise"], _symbol(entry))
    return sorted(found.values())


def _symbol(entry: dict) -> Symbol:
    location = entry["location"]
    lines = entry.get("docComment", {}).get("lines")
    return Symbol(
        file=urllib.parse.unquote(location["uri"]).removeprefix("file://"),
        line=location["position"]["line"] + 1,
        path=".".join(entry["pathComponents"]),
        kind=entry["kind"]["displayName"].lower(),
        comment=None if lines is None else tuple(line["text"] for line in lines),
    )
