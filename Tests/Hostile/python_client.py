"""The Python client's folder is where the wire is spoken: its modules are imported from there."""
import os
import pathlib
import sys

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True


def use(binaries: pathlib.Path) -> None:
    """Makes the client's modules importable, for the programs in `binaries`. Before any of them is imported."""
    os.environ["COLONNADE_BINARIES"] = str(binaries.resolve())
    sys.path.append(str(ROOT / "Tests/PythonClient"))
