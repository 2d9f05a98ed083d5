"""A walk fails where a command does not go as it is written."""
import pathlib
import tempfile
import unittest

import walk

REFUSED: str = "call it    # once more: notAllowed"


class Walk(unittest.TestCase):
    def test_reads_commands_with_all_their_lines_from_its_section_only(self) -> None:
        blocks = "```sh\nf() {\n  one\n}\n\ntwo |\n  three\n```\n\nAnd:\n\n```sh\nfour\n```\n"
        other = "\n```sh\nfive\n```\n"
        page = f"# Page\n{other}\n### {walk.SECTION}\n\n{blocks}\n### Other\n{other}"
        self.assertEqual(walk.commands(page), ["f() {\n  one\n}", "two |\n  three", "four"])

    def test_takes_what_succeeds_and_what_is_refused_as_it_says(self) -> None:
        self.assertIsNone(walk.Step("call it", 0, "").fault())
        self.assertIsNone(walk.Step(REFUSED, 1, '{"refusal": "notAllowed"}').fault())

    def test_names_what_fails_what_is_not_refused_and_what_is_refused_otherwise(self) -> None:
        self.assertIn("ended with 1", walk.Step("call it", 1, "").fault() or "")
        self.assertIn("should have been refused: notAllowed", walk.Step(REFUSED, 0, "notAllowed").fault() or "")
        self.assertIn("should have been refused: notAllowed", walk.Step(REFUSED, 1, "no socket").fault() or "")

    def test_runs_all_in_one_shell_and_sees_a_failure_in_a_pipe(self) -> None:
        commands = ["A=1", "echo $A\necho b >&2", "false | cat", "sleep 60 &", "kill %1"]
        with tempfile.TemporaryDirectory() as folder:
            steps = walk.take(commands, pathlib.Path(folder), 30)
        self.assertEqual([step.status for step in steps], [0, 0, 1, 0, 0])
        self.assertEqual(steps[1].output.strip(), "1\nb")


if __name__ == "__main__":
    unittest.main()
