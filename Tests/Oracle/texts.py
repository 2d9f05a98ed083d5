"""Values of the stock implementation as text, as `Tests/Oracle/Codec/ValueText.swift` writes ours."""
import math
import struct
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from contracts import Contract, Type, parse

Text = Callable[[Message], bytes]


class Texts:
    """Writes values of one contract."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.made: dict[str, Text] = {}

    def text(self, name: str, message: Message) -> bytes:
        return self.declared(name)(message)

    def choice(self, name: str, number: int) -> bytes:
        for case in self.contract.types[name]["cases"]:
            if case["number"] == number:
                return f".{case['name']}()".encode()
        return f".#{number}b".encode()

    # What writes a type is made once, and then runs for every value.

    def declared(self, name: str) -> Text:
        if name not in self.made:
            # A type may hold itself.
            self.made[name] = lambda message: made(message)
            described = self.contract.types[name]
            descriptor = self.contract.message_class(name).DESCRIPTOR
            made = self.members(descriptor, described["fields"]) if described.get("cases") is None else self.case(descriptor, described)
            self.made[name] = made
        return self.made[name]

    def members(self, descriptor: Any, fields: list[dict[str, Any]]) -> Text:
        parts = [(field["name"].encode() + b"=", self.field(descriptor.fields_by_number[field["number"]], parse(field["type"])))
                 for field in fields]
        return lambda message: b"(" + joined([name + text(message) for name, text in parts]) + b")"

    def case(self, descriptor: Any, described: dict[str, Any]) -> Text:
        cases = {}
        for case in described["cases"]:
            field = descriptor.fields_by_number[case["number"]]
            cases[field.name] = (f".{case['name']}".encode(), self.members(field.message_type, case["values"]))
        [oneof] = [found.name for found in descriptor.oneofs] if cases else [""]

        def text(message: Message) -> bytes:
            chosen = message.WhichOneof(oneof)
            if chosen is None:
                [unknown] = message.UnknownFields()
                return f".#{unknown.field_number}b{unknown.data.hex()}".encode()
            name, values = cases[chosen]
            return name + values(getattr(message, chosen))
        return text

    def field(self, field: FieldDescriptor, kind: Type) -> Text:
        name = field.name
        if kind.kind == "optional":
            inner = self.element(field, kind.inner[0])
            return lambda message: b"?" + inner(getattr(message, name)) if message.HasField(name) else b"-"
        if kind.kind == "array":
            inner = self.element(field, kind.inner[0])
            return lambda message: b"[" + b"".join([inner(value) + b"," for value in getattr(message, name)]) + b"]"
        if kind.kind == "map":
            key = self.scalar(kind.inner[0].name)
            inner = self.element(field.message_type.fields_by_number[2], kind.inner[1])
            return lambda message: b"{" + joined([key(k) + b"=" + inner(v) for k, v in getattr(message, name).items()]) + b"}"
        inner = self.element(field, kind)
        return lambda message: inner(getattr(message, name)) if message.HasField(name) else b"missing"

    def element(self, field: FieldDescriptor, kind: Type) -> Callable[[Any], bytes]:
        if kind.is_container:
            return self.field(field.message_type.fields_by_number[1], kind)
        return self.scalar(kind.name) if field.message_type is None else self.declared(kind.name)

    def scalar(self, name: str) -> Callable[[Any], bytes]:
        if name in self.contract.types:
            return lambda value: self.choice(name, value)
        if name == "String":
            return lambda value: f"s{len(value.encode())}:{value}".encode()
        if name in ("[UInt8]", "UUID"):
            return lambda value: b"b" + value.hex().encode()
        if name == "Bool":
            return lambda value: b"true" if value else b"false"
        if name in ("Float", "Double"):
            return self.floating(*{"Float": ("f", "<f", "<I"), "Double": ("d", "<d", "<Q")}[name])
        return lambda value: str(value).encode()

    def floating(self, letter: str, form: str, bits: str) -> Callable[[float], bytes]:
        def text(value: float) -> bytes:
            return b"nan" if math.isnan(value) else f"{letter}{struct.unpack(bits, struct.pack(form, value))[0]}".encode()
        return text


def joined(parts: list[bytes]) -> bytes:
    return b"".join([part + b"," for part in sorted(parts)])
