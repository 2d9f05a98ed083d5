"""Holds README.md and the articles to what is built: what they show as files stands in a package that is tested, and programs take
their commands."""
import argparse
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import checks  # noqa: E402
import commands  # noqa: E402
import excerpts  # noqa: E402
import refused  # noqa: E402

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
ARTICLES: pathlib.Path = ROOT / "Shared/Colonnade/Colonnade.docc"
# Every file of this section is to be copied by its readers.
COPIED: str = "Thirty lines of your own"


def main() -> int:
    options = _options()
    if not checks.can_fail():
        return 1
    page = ROOT / "README.md"
    pages = [page, *sorted(ARTICLES.glob("*.md"))]
    shown = excerpts.read(pages)
    called = {page.name: [command for command in commands.read(page.read_text()) if command.program not in _readers()] for page in pages}
    problems = excerpts.nameless(page, COPIED) + excerpts.problems(shown, ROOT / excerpts.PACKAGE)
    programs = commands.Programs(options.binaries, _boards())
    problems += [problem for name, found in called.items() for problem in programs.problems(found, name)]
    problems += refused.problems(ARTICLES / "ChangingAnInterface.md", options.binaries.resolve() / "svc-interface", ROOT)
    if problems:
        print("\n".join(problems), file=sys.stderr)
    count = len(shown) + sum(map(len, called.values()))
    print(f"README.md and {len(pages) - 1} articles: {len(shown)} files and {count - len(shown)} commands, {len(problems)} problems")
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": count - len(problems), "failed": len(problems)}) + "\n")
    return 1 if problems else 0


def _readers() -> set[str]:
    """Programs that readers of the articles write themselves."""
    return {folder.name for folder in (ROOT / excerpts.PACKAGE / "Sources").glob("svc-*")}


def _boards() -> dict[str, set[str]]:
    """The boards of each vertical, by its name on a command line: clinical-records, of ClinicalRecords.contract.json."""
    locks = [*ROOT.glob("Shared/IOInterface/*/*.contract.json"), *(ROOT / excerpts.PACKAGE).glob("Sources/*/*.contract.json")]
    return {
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", lock.name.removesuffix(".contract.json")).lower():
            {board["name"] for board in json.loads(lock.read_text())["boards"]}
        for lock in locks
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
