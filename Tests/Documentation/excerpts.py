"""Code in articles that stands for a file which is built and tested."""
import dataclasses
import pathlib
import re

# A path on a line of its own, with a colon, and a block of code behind it.
NAMED: re.Pattern[str] = re.compile(r"^`([\w./+-]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Excerpt:
    article: str
    path: str
    code: str


def read(catalog: pathlib.Path) -> list[Excerpt]:
    """Every file that an article shows whole."""
    return [
        Excerpt(article.name, path, code)
        for article in sorted(catalog.glob("*.md"))
        for path, code in NAMED.findall(article.read_text())
    ]


def problems(of: list[Excerpt], package: pathlib.Path) -> list[str]:
    """A line for each excerpt that is not, letter for letter, the file of that path in a package."""
    found: list[str] = []
    for excerpt in of:
        file = package / excerpt.path
        if not file.is_file():
            found.append(f"{excerpt.article}: error: shows {excerpt.path}, and {package} has no such file")
        elif file.read_text() != excerpt.code:
            found.append(f"{excerpt.article}: error: shows {excerpt.path} otherwise than it stands in {package}; copy it again")
    return found
