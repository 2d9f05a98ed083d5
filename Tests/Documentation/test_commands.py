"""Commands in pages are found where a shell would run them, and held to what a program says of itself."""
import pathlib
import tempfile
import unittest

import commands

# A program that knows `--version`, and a subcommand with `--timeout`.
PROGRAM: str = """#!/bin/sh
case "$1" in
    call) printf 'OPTIONS:\\n  --timeout <duration>\\n' ;;
    *) printf 'OPTIONS:\\n  --version\\n\\nSUBCOMMANDS:\\n  call    Call\\n          a board.\\n' ;;
esac
"""


class Reading(unittest.TestCase):
    def commands(self, shell: str) -> list[str]:
        return [str(command) for command in commands.read(f"# Page\n\n```sh\n{shell}\n```\n")]

    def test_finds_commands_in_lines_pipes_lists_and_substitutions(self) -> None:
        self.assertEqual(self.commands("svc-a one | svc-b two"), ["svc-a one", "svc-b two"])
        self.assertEqual(self.commands("f() { svc-a one; } && .build/debug/svc-b two &"), ["svc-a one", "svc-b two"])
        self.assertEqual(self.commands('kill "$(svc-a one --json | grep "x")"'), ["svc-a one --json"])
        self.assertEqual(self.commands("svc-a one \\\n  --two"), ["svc-a one --two"])

    def test_takes_the_options_of_the_comment_behind_a_command(self) -> None:
        self.assertEqual(self.commands("svc-a one    # as it is; --two REV, --three"), ["svc-a one --two --three"])

    def test_leaves_the_name_of_a_program_that_is_an_argument(self) -> None:
        self.assertEqual(self.commands("swift build --product svc-a && swift build"), [])

    def test_reads_what_a_text_quotes(self) -> None:
        self.assertEqual([str(command) for command in commands.read("Say `svc-a --one`, of `svc-b`.")], ["svc-a --one"])


class Asking(unittest.TestCase):
    def problem(self, line: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "svc-it"
            program.write_text(PROGRAM)
            program.chmod(0o755)
            found = commands.Programs(pathlib.Path(folder), {"maps": {"place"}}).problems(commands.read(f"```sh\n{line}\n```\n"))
            self.assertLessEqual(len(found), 1)
            return "".join(found)

    def test_takes_what_the_program_takes(self) -> None:
        self.assertEqual(self.problem("svc-it --version"), "")
        self.assertEqual(self.problem("svc-it call maps place - --timeout=5s"), "")
        self.assertEqual(self.problem("svc-it call --timeout 5s maps place"), "")

    def test_names_what_it_does_not_take(self) -> None:
        self.assertIn("there is no svc-that", self.problem("svc-that call"))
        self.assertIn("it has no subcommand cull", self.problem("svc-it cull"))
        self.assertIn("`svc-it call --help` knows no --time", self.problem("svc-it call maps place --time 5s"))
        self.assertIn("`svc-it --help` knows no --timeout", self.problem("svc-it --timeout=5s call maps place"))
        self.assertIn("no vertical is called mops", self.problem("svc-it call mops place"))
        self.assertIn("maps has no board plaza", self.problem("svc-it call maps plaza"))


if __name__ == "__main__":
    unittest.main()
