"""Commands in a page that call programs of this package, and what those programs say of them."""
import collections.abc
import dataclasses
import itertools
import pathlib
import re
import shlex
import subprocess

BLOCK: re.Pattern[str] = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Where a command begins: a line, a pipe, a list, a substitution. The name of a program elsewhere is an argument of another one.
CALLED: re.Pattern[str] = re.compile(r"(?:^|[|;&({])[ \t]*(?:\.build/\w+/)?(svc-[\w-]+)(?=\s)", re.MULTILINE)
# In a text, a program with its arguments between backticks.
QUOTED: re.Pattern[str] = re.compile(r"`(svc-[\w-]+ [^`\n]+)`")


@dataclasses.dataclass(frozen=True)
class Command:
    program: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.program, *self.words))


def read(page: str) -> list[Command]:
    """Every call of a program in the page's shell blocks, with the options that the comment behind it tells of, and those in its text."""
    shells = [block.replace("\\\n", " ") for block in BLOCK.findall(page)] + QUOTED.findall(page)
    return [
        Command(match[1], _words(shell[match.end():].split("\n")[0]))
        for shell in shells
        for match in CALLED.finditer(shell)
    ]


def _words(rest: str) -> tuple[str, ...]:
    """The arguments, up to where the shell ends a command."""
    lexer = shlex.shlex(rest, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = tuple(itertools.takewhile(lambda word: not set(word) <= set("();<>|&"), lexer))
    return words + tuple(re.findall(r"(?<!\S)--[a-z][\w-]*", rest.partition("  # ")[2]))


class Programs:
    """What was built of this package, asked by `--help`."""

    def __init__(self, folder: pathlib.Path, boards: dict[str, set[str]]) -> None:
        self.folder = folder
        self.boards = boards
        self.told: dict[tuple[str, ...], str] = {}

    def problems(self, commands: collections.abc.Iterable[Command], page: str = "README.md") -> list[str]:
        """A line for each command of a page that the program it names would not take."""
        faults = ((command, self._fault(command)) for command in commands)
        return [f"{page}: error: {command}: {fault}" for command, fault in faults if fault]

    def _fault(self, command: Command) -> str | None:
        if not (self.folder / command.program).is_file():
            return f"there is no {command.program} in {self.folder}"
        named = re.search(r"^SUBCOMMANDS:\n((?:  .*\n)+)", self._help(command.program), re.MULTILINE)
        if named is None:
            return self._unknown(command.words, command.program)
        at = next((at for at, word in enumerate(command.words) if not word.startswith("-")), None)
        if at is None:
            return self._unknown(command.words, command.program)
        verb = command.words[at]
        if verb not in re.findall(r"^  (\w+)", named[1], re.MULTILINE):
            return f"it has no subcommand {verb}"
        return (
            self._unknown(command.words[:at], command.program)
            or self._unknown(command.words[at + 1:], command.program, verb)
            or (self._uncalled(command.program, command.words[at + 1:]) if verb == "call" else None)
        )

    def _unknown(self, words: collections.abc.Sequence[str], *program: str) -> str | None:
        """What is wrong with the options among some words, by the help of a program or of one of its subcommands."""
        known = set(re.findall(r"(?<![\w-])--?\w[\w-]*", self._help(*program)))
        wrong = next((word for word in words if re.match(r"--?\w", word) and word.split("=")[0] not in known), None)
        return wrong and f"`{' '.join(program)} --help` knows no {wrong}"

    def _uncalled(self, program: str, words: collections.abc.Sequence[str]) -> str | None:
        """What is wrong with the vertical and the board that are called."""
        words = list(words)
        # Options may stand before them, with a value or without.
        while words and re.match(r"--?\w", words[0]):
            option = words.pop(0)
            if f"{option} <" in self._help(program, "call"):
                del words[:1]
        vertical, board = (*words, "", "")[:2]
        if vertical not in self.boards:
            return f"no vertical is called {vertical}"
        return None if board in self.boards[vertical] else f"{vertical} has no board {board}"

    def _help(self, *program: str) -> str:
        if program not in self.told:
            run = [str(self.folder / program[0]), *program[1:], "--help"]
            self.told[program] = subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
        return self.told[program]
