"""The change that a page shows as refused: made to the interface, and refused in the words that the page shows."""
import pathlib
import re
import shutil
import subprocess
import tempfile

# A change, and the next block without a language: what is said to it.
SHOWN: re.Pattern[str] = re.compile(r"^```diff\n(.*?)^```$.*?^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def problems(page: pathlib.Path, tool: pathlib.Path, root: pathlib.Path) -> list[str]:
    """What differs between the messages of the first refused change in a page and those of `svc-interface check`."""
    shown = SHOWN.search(page.read_text())
    if shown is None:
        return [f"{page.name}: error: shows no refused change"]
    name = shown[2].split(":")[0]
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / name
        copy.parent.mkdir(parents=True)
        copy.write_text(changed((root / name).read_text(), shown[1]))
        lock = name.replace("InOut.swift", ".contract.json")
        shutil.copy(root / lock, copy.parent)
        check = [str(tool), "check", name, "--against", str(root / lock)]
        said = subprocess.run(check, cwd=folder, stderr=subprocess.PIPE, text=True, check=False).stderr
    wanted, given = shown[2].splitlines(), said.splitlines()
    return [f"{page.name}: error: no longer said of the refused change: {line}" for line in wanted if line not in given] + [
        f"{page.name}: error: said of the refused change, and not shown: {line}" for line in given if line not in wanted]


def changed(source: str, difference: str) -> str:
    """A source with lines replaced, each where it stands first; what is only added becomes the first of the protocol."""
    gone: str | None = None
    for line in difference.splitlines():
        if line.startswith("-"):
            gone = line[1:]
            continue
        start = gone or re.search(r"^public protocol .*$", source, re.MULTILINE)[0]
        if start not in source.splitlines():
            raise ValueError(f"the refused change is about a line that does not stand in its file: {start}")
        source = source.replace(f"{start}\n", f"{line[1:]}\n" if gone else f"{start}\n{line[1:]}\n", 1)
        gone = None
    return source
