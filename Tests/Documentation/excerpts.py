"""Code in pages that stands for a file which is built and tested."""
import collections.abc
import dataclasses
import pathlib
import re

# The package whose files the pages show.
PACKAGE: str = "Tests/Fixtures/Outside"
# A line that ends with a path and a colon, and a block of code behind it.
NAMED: re.Pattern[str] = re.compile(r"^(?:[^\n]* )?`([\w./+-]+\.(?:swift|yml))`:\n\n(```\w*\n(.*?)^```$)", re.MULTILINE | re.DOTALL)
BLOCK: re.Pattern[str] = re.compile(r"^```(?:swift|yaml)\n.*?^```$", re.MULTILINE | re.DOTALL)
# Files of which a page shows some lines only, in the order in which they stand.
SHORTENED: tuple[str, ...] = ("Package.swift", "Sources/svc-doorman/Main.swift")
# Where Colonnade is, seen from a reader's folder and from the package that is tested.
BESIDE: tuple[str, str] = ('path: "../Colonnade"', 'path: "../../.."')


@dataclasses.dataclass(frozen=True)
class Excerpt:
    page: str
    path: str
    code: str


def read(pages: collections.abc.Iterable[pathlib.Path]) -> list[Excerpt]:
    """Every file that a page shows."""
    return [Excerpt(page.name, path, code) for page in pages for path, _, code in NAMED.findall(page.read_text())]


def nameless(page: pathlib.Path, section: str) -> list[str]:
    """A line for each block of a section that a reader would copy, and nobody could compare."""
    text = page.read_text().partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    if not text:
        return [f"{page.name}: error: has no section {section}"]
    named = {block for _, block, _ in NAMED.findall(text)}
    return [
        f"{page.name}: error: the block {block.splitlines()[1]!r} stands for no file; end the line above with `its path`:"
        for block in BLOCK.findall(text)
        if block not in named
    ]


def problems(of: list[Excerpt], package: pathlib.Path) -> list[str]:
    """A line for each excerpt that is not, letter for letter, the file of that path in a package."""
    found: list[str] = []
    for excerpt in of:
        file = package / excerpt.path
        if not file.is_file():
            found.append(f"{excerpt.page}: error: shows {excerpt.path}, and {package} has no such file")
        elif not _stands(excerpt, file.read_text()):
            found.append(f"{excerpt.page}: error: shows {excerpt.path} otherwise than it stands in {package}; copy it again")
    return found


def _stands(excerpt: Excerpt, file: str) -> bool:
    if excerpt.path not in SHORTENED:
        return excerpt.code == file
    lines = iter(file.splitlines())
    # `in` goes on where it found the line before.
    return all(line in lines for line in excerpt.code.replace(*BESIDE).splitlines() if line.strip())
