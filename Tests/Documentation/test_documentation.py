"""The check of documentation finds what it is there for: on small graphs, in the compiler's form."""
import json
import pathlib
import tempfile
import unittest

import coverage
import excerpts
import symbols


def entry(path: str, comment: str | None = None, line: int = 1, location: bool = True) -> dict:
    """A symbol as the compiler writes one; lines are counted from 0 there."""
    made: dict = {
        "identifier": {"precise": f"s:{path}", "interfaceLanguage": "swift"},
        "kind": {"identifier": "swift.struct", "displayName": "Structure"},
        "pathComponents": path.split("."),
    }
    if location:
        made["location"] = {"uri": "file:///root/Shared/A%20B.swift", "position": {"line": line - 1, "character": 0}}
    if comment is not None:
        made["docComment"] = {"lines": [{"text": text} for text in comment.split("\n")]}
    return made


def problems(*entries: dict) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "A.symbols.json").write_text(json.dumps({"symbols": list(entries)}))
        (pathlib.Path(folder) / "A@B.symbols.json").write_text(json.dumps({"symbols": list(entries)}))
        return coverage.problems(symbols.read(pathlib.Path(folder)), "/root")


class Coverage(unittest.TestCase):
    def test_takes_a_symbol_with_a_sentence(self) -> None:
        self.assertEqual(problems(entry("Place", "A place.\n- Parameter name: its name.")), [])

    def test_names_a_symbol_without_a_comment_once_with_its_place(self) -> None:
        found = problems(entry("Place.name", line=7))
        self.assertEqual(len(found), 1)
        self.assertIn("Shared/A B.swift:7: error: structure Place.name is public and has no documentation", found[0])

    def test_names_a_symbol_with_an_empty_comment(self) -> None:
        self.assertIn("has no documentation", problems(entry("Place", "  \n"))[0])

    def test_names_a_comment_that_has_parameters_and_no_sentence(self) -> None:
        self.assertIn("does not begin with a sentence", problems(entry("Place", "- Parameter name: its name."))[0])

    def test_leaves_out_what_was_written_by_the_compiler(self) -> None:
        self.assertEqual(problems(entry("World.$current", location=False)), [])

    def test_goes_by_files_and_lines(self) -> None:
        found = problems(entry("B", line=30), entry("A", line=4))
        self.assertEqual([line.split(":")[1] for line in found], ["4", "30"])


class Excerpts(unittest.TestCase):
    def problems(self, shown: str, stands: str | None) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "First.md").write_text(f"# First\n\n`Sources/A.swift`:\n\n```swift\n{shown}```\n\n```sh\nls\n```\n")
            if stands is not None:
                (place / "Sources").mkdir()
                (place / "Sources/A.swift").write_text(stands)
            found = excerpts.read([place / "First.md"])
            self.assertEqual(len(found), 1)
            return excerpts.problems(found, place)

    def test_takes_a_file_as_it_stands(self) -> None:
        self.assertEqual(self.problems("let a: Int = 1\n\nlet b: Int = 2\n", "let a: Int = 1\n\nlet b: Int = 2\n"), [])

    def test_names_a_file_that_was_changed(self) -> None:
        self.assertIn("shows Sources/A.swift otherwise", self.problems("let a: Int = 1\n", "let a: Int = 2\n")[0])

    def test_names_a_file_that_is_not_there(self) -> None:
        self.assertIn("has no such file", self.problems("let a: Int = 1\n", None)[0])

    def test_takes_lines_of_a_manifest_in_their_order_with_the_path_of_the_reader(self) -> None:
        stands = 'let a: Int = 1\nlet b: Int = 2\n.package(path: "../../..")\n'
        shown = [excerpts.Excerpt("First.md", "Package.swift", code) for code in (
            'let a: Int = 1\n\n.package(path: "../Colonnade")\n', "let b: Int = 2\nlet a: Int = 1\n", "let c: Int = 3\n")]
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "Package.swift").write_text(stands)
            self.assertEqual([bool(excerpts.problems([excerpt], pathlib.Path(folder))) for excerpt in shown], [False, True, True])

    def test_names_a_block_that_stands_for_no_file(self) -> None:
        named, bare = "By `a.yml`:\n\n```yaml\na: 1\n```\n", "And:\n\n```swift\nimport B\n```\n"
        page = f"# Page\n\n## Copy\n\n{named}\n{bare}\n## Other\n\n{bare}"
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder) / "P.md"
            place.write_text(page)
            found = excerpts.nameless(place, "Copy")
            self.assertEqual(len(found), 1)
            self.assertIn("the block 'import B' stands for no file", found[0])
            self.assertIn("has no section Paste", excerpts.nameless(place, "Paste")[0])


if __name__ == "__main__":
    unittest.main()
