"""The modules that outsiders may import, and their symbol graphs."""
import json
import pathlib
import re
import subprocess

# What is imported beside the umbrella, each by its own name.
OTHERS: tuple[str, ...] = ("ColonnadeSessions", "ColonnadePresentation", "ColonnadeTelemetry", "ColonnadeTesting")
UMBRELLA: str = "Colonnade"


def reexported(root: pathlib.Path) -> list[str]:
    """The platform's own modules that `import Colonnade` gives."""
    exports = (root / "Shared/Colonnade/Exports.swift").read_text()
    return re.findall(r"^@_exported public import (Colonnade\w+)$", exports, re.MULTILINE)


class Compiler:
    """A Swift toolchain, and the debug build of this package that it has made."""

    def __init__(self, swift: str, root: pathlib.Path) -> None:
        self.swift = swift
        self.root = root
        self.products = pathlib.Path(self._output("build", "--show-bin-path"))
        self.target: str = json.loads(self._output("-print-target-info"))["target"]["unversionedTriple"]

    def build(self, module: str) -> None:
        """Builds one module; what the compiler says is shown."""
        subprocess.run([self.swift, "build", "--target", module], cwd=self.root, check=True)

    def extract(self, module: str, into: pathlib.Path) -> None:
        """Writes the symbol graphs of a module, with those that it exports as if they were its own."""
        into.mkdir(parents=True)
        command = [
            self.swift, "symbolgraph-extract", "-module-name", module, "-target", self.target,
            "-I", str(self.products / "Modules"), "-minimum-access-level", "public",
            "-skip-synthesized-members", "-output-dir", str(into), *self._maps(),
        ]
        if module == UMBRELLA:
            command.append(f"-experimental-allowed-reexported-modules={','.join(reexported(self.root))}")
        else:
            command.append("-emit-extension-block-symbols")
        subprocess.run(command, cwd=self.root, check=True)

    def _maps(self) -> list[str]:
        """The maps of C modules, which the compiler must find to load what was built with them."""
        written = [*self.root.glob("Shared/*/module.modulemap"), *self.root.glob(".build/checkouts/*/Sources/*/include/module.modulemap")]
        maps = [*written, *self.products.glob("*.build/module.modulemap")]
        return [part for path in maps for part in ("-Xcc", f"-fmodule-map-file={path}")]

    def _output(self, *arguments: str) -> str:
        done = subprocess.run([self.swift, *arguments], cwd=self.root, check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()
