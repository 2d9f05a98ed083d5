"""The contracts' locks, and the stock implementation's messages for them, from what `svc-interface export` writes."""
import functools
import json
import pathlib
import subprocess
import tempfile
from typing import Any, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What has interfaces; other tests keep several versions of one.
SOURCES = [ROOT / folder for folder in ("Shared", "Services", "Tests/Benchmarks/EchoIO", "Tests/KitchenSinkIO")]


class Contract:
    """A lock, and the exported descriptors of its types."""

    def __init__(self, lock: dict[str, Any], file: descriptor_pb2.FileDescriptorProto) -> None:
        self.lock = lock
        self.file = file
        self.pool = descriptor_pool.DescriptorPool()
        self.pool.Add(file)
        self.types: dict[str, dict[str, Any]] = {value["name"]: value for value in lock["types"]}

    def is_choice(self, name: str) -> bool:
        """Whether values of the type travel as a number: an enum without values is one, but a refusal is none."""
        cases = self.types[name].get("cases")
        return cases is not None and name != self.lock.get("refusal") and not any(case["values"] for case in cases)

    @functools.lru_cache(maxsize=None)
    def message_class(self, name: str) -> type[Message]:
        return message_factory.MessageFactory(self.pool).GetPrototype(self.pool.FindMessageTypeByName(f"{self.file.package}.{name}"))


def locks() -> list[dict[str, Any]]:
    found = []
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.contract.json")):
            found.append(json.loads(path.read_text()))
    return found


def contracts(tool: pathlib.Path) -> list[Contract]:
    """Every contract of the repository, with a pool of its own."""
    found = locks()
    with tempfile.TemporaryDirectory(prefix="colonnade-oracle-") as folder:
        export(tool, [lock["name"] for lock in found], SOURCES, pathlib.Path(folder))
        files = [read(path) for path in sorted(pathlib.Path(folder).glob("*.binpb"))]
    by_name = {file.package.replace("_", ""): file for file in files}
    return [Contract(lock, by_name[lock["name"].lower()]) for lock in found]


def export(tool: pathlib.Path, names: list[str], sources: list[pathlib.Path], folder: pathlib.Path) -> None:
    options = [option for name in names for option in ("--interface", name)]
    subprocess.run([tool, "export", "--descriptor-set", *options, "--output", folder, *sources], check=True, stdout=subprocess.DEVNULL)


def read(path: pathlib.Path) -> descriptor_pb2.FileDescriptorProto:
    [file] = descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes()).file
    return file


class Type(NamedTuple):
    """A type as a lock writes it: `[String: Int?]` is map(named(String), optional(named(Int)))."""

    kind: str
    name: str = ""
    inner: tuple["Type", ...] = ()

    @property
    def is_container(self) -> bool:
        return self.kind != "named"


@functools.lru_cache(maxsize=None)
def parse(text: str) -> Type:
    text = text.strip()
    if text.endswith("?"):
        return Type("optional", inner=(parse(text[:-1]),))
    if text == "[UInt8]":
        return Type("named", "[UInt8]")
    if not text.startswith("["):
        return Type("named", text)
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "[") - (letter == "]")
        if letter == ":" and depth == 1:
            return Type("map", inner=(parse(text[1:index]), parse(text[index + 1:-1])))
    return Type("array", inner=(parse(text[1:-1]),))
