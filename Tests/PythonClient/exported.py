"""The messages of the wire and of the interfaces: made by protoc of wire.proto and of what `svc-interface export` writes."""
import atexit
import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from types import ModuleType

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ.get("COLONNADE_BINARIES", ROOT / ".build/debug")).resolve()
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="colonnade-exported-"))


def export() -> None:
    """Writes the .proto files, and Python's modules beside them."""
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    tool = BINARIES / "svc-interface"
    if not tool.exists():
        raise FileNotFoundError(f"{tool} is not built: run `swift build --product svc-interface`")
    sources = [ROOT / folder for folder in ("Shared", "Tests/Benchmarks/EchoIO")]
    subprocess.run([tool, "export", "--proto", "--output", FOLDER, *sources], check=True, stdout=subprocess.DEVNULL)
    shutil.copy(ROOT / "Shared/Wire/wire.proto", FOLDER)
    files = sorted(path.name for path in FOLDER.glob("*.proto"))
    subprocess.run(["protoc", f"--proto_path={FOLDER}", f"--python_out={FOLDER}", *files], check=True)
    sys.path.insert(0, str(FOLDER))


def messages(name: str) -> ModuleType:
    """The module with the messages of an interface: `maps`."""
    return importlib.import_module(f"{name}_pb2")


def fingerprint(name: str) -> str:
    """What HELLO says of the contract: it stands at the head of the exported file."""
    found = re.search(r"^// Fingerprint, for HELLO: ([0-9a-f]{64})$", (FOLDER / f"{name}.proto").read_text(), re.M)
    assert found, f"{name}.proto has no fingerprint"
    return found[1]


export()
wire = messages("wire")
