"""What a reader makes of a message that another contract's writer made, and whether that is what the writer meant."""
import math
import struct
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from contracts import Contract, Type, parse

#: A case that the reader's contract does not have, where it takes such cases.
UNKNOWN = ("unknown",)
RANGES = {"Int8": (-1 << 7, 1 << 7), "Int16": (-1 << 15, 1 << 15), "UInt8": (0, 1 << 8), "UInt16": (0, 1 << 16)}


class Broken(Exception):
    """The reader can not take the message."""


class Meaning:
    """Reads messages of one contract as plain values: structs as dictionaries by the numbers of their fields."""

    def __init__(self, contract: Contract, takes_unknown_cases: bool) -> None:
        self.contract = contract
        self.takes_unknown_cases = takes_unknown_cases

    def of(self, name: str, message: Message) -> Any:
        described = self.contract.types[name]
        if described.get("cases") is None:
            return self.fields(message, described["fields"])
        if self.contract.is_choice(name):
            # Alone it is field 1 of a message.
            return self.choice(name, message.value)
        chosen = [field for field, _ in message.ListFields()]
        if not chosen:
            return self.unknown(name)
        [case] = [case for case in described["cases"] if case["number"] == chosen[0].number]
        return (case["number"], self.fields(getattr(message, chosen[0].name), case["values"]))

    def fields(self, message: Message, fields: list[dict[str, Any]]) -> dict[int, Any]:
        by_number = message.DESCRIPTOR.fields_by_number
        return {field["number"]: self.field(message, by_number[field["number"]], parse(field["type"])) for field in fields}

    def field(self, message: Message, field: FieldDescriptor, kind: Type) -> Any:
        value = getattr(message, field.name)
        if kind.kind == "array":
            return [self.element(item, field, kind.inner[0]) for item in value]
        if kind.kind == "map":
            key, inner = kind.inner
            target = field.message_type.fields_by_number[2]
            return {self.scalar(k, key.name): self.element(v, target, inner) for k, v in value.items()}
        if not message.HasField(field.name):
            if kind.kind == "optional":
                return None
            raise Broken(f"{field.full_name} is missing")
        return self.element(value, field, kind.inner[0] if kind.kind == "optional" else kind)

    def element(self, value: Any, field: FieldDescriptor, kind: Type) -> Any:
        if kind.is_container:
            return ("box", self.field(value, field.message_type.fields_by_number[1], kind))
        if field.message_type is not None:
            return self.of(kind.name, value)
        return self.choice(kind.name, value) if kind.name in self.contract.types else self.scalar(value, kind.name)

    def choice(self, name: str, number: int) -> Any:
        known = any(case["number"] == number for case in self.contract.types[name]["cases"])
        return (number, {}) if known else self.unknown(name)

    def unknown(self, name: str) -> Any:
        if self.takes_unknown_cases and self.contract.types[name]["open"]:
            return UNKNOWN
        raise Broken(f"a case that {name} does not have")

    def scalar(self, value: Any, name: str) -> Any:
        if name in RANGES and not RANGES[name][0] <= value < RANGES[name][1]:
            raise Broken(f"{value} is no {name}")
        if name == "UUID" and len(value) != 16:
            raise Broken("a UUID has 16 bytes")
        if name in ("Float", "Double"):
            return ("nan" if math.isnan(value) else struct.pack("<d", value))
        # True is 1 to Python.
        return ("Bool", value) if name == "Bool" else value


def agree(written: Any, read: Any) -> bool:
    """Whether a reader has what the writer meant, as far as both know of it."""
    if read is UNKNOWN:
        return True
    if isinstance(read, list) and not isinstance(written, list):
        return agree([] if written is None else [written], read)
    if isinstance(written, list) and not isinstance(read, list):
        return agree(written, [] if read is None else [read])
    if isinstance(read, dict) and isinstance(written, dict):
        # What only the reader knows must be something that may be missing; what only the writer knows is skipped.
        return all(agree(written[number], value) if number in written else value in (None, [], {}) for number, value in read.items())
    if isinstance(read, (list, tuple)) and isinstance(written, (list, tuple)):
        return len(read) == len(written) and all(map(agree, written, read))
    return type(written) is type(read) and written == read
