"""Random values of a contract's types, as messages of the stock implementation."""
import random
import struct
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from contracts import Contract, Type, parse

#: How deep values are nested before they come to an end.
DEPTH = 4
#: Swift's dates hold Doubles, which keep such fractions of a second exactly: 2⁻⁹ s in nanoseconds.
DATE_STEP = 1_953_125
LETTERS = "aZ0 \n\0\"éß語😀\u202e\U0010ffff"
SIGNED = {"Int": 64, "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "Duration": 64}
UNSIGNED = {"UInt": 64, "UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64}

Fill = Callable[[Message, int], None]


class Values:
    """Makes values of one contract."""

    def __init__(self, contract: Contract, generator: random.Random, knows_all_cases: bool = False) -> None:
        self.contract = contract
        self.knows_all_cases = knows_all_cases
        self.random = generator
        self.fills: dict[str, Fill] = {}

    def value(self, name: str) -> Message:
        """A value of a message type."""
        message = self.contract.message_class(name)()
        self.fill(name)(message, 0)
        return message

    def choice(self, name: str) -> int:
        """The number of an enum's case; where the enum is open, sometimes of one that nobody knows."""
        described = self.contract.types[name]
        if described["open"] and not self.knows_all_cases and self.random.random() < 0.2:
            return self.random.randrange(1_000, 1 << 31)
        return self.random.choice(described["cases"])["number"]

    # What fills messages is made once for each type, and then runs for every value.

    def fill(self, name: str) -> Fill:
        if name not in self.fills:
            # A type may hold itself.
            self.fills[name] = lambda message, depth: made(message, depth)
            described = self.contract.types[name]
            descriptor = self.contract.message_class(name).DESCRIPTOR
            made = self.fill_fields(descriptor, described["fields"]) if described.get("cases") is None \
                else self.fill_case(descriptor, described)
            self.fills[name] = made
        return self.fills[name]

    def fill_fields(self, descriptor: Any, fields: list[dict[str, Any]]) -> Fill:
        setters = [self.setter(descriptor.fields_by_number[field["number"]], parse(field["type"])) for field in fields]

        def fill(message: Message, depth: int) -> None:
            for setter in setters:
                setter(message, depth + 1)
        return fill

    def fill_case(self, descriptor: Any, described: dict[str, Any]) -> Fill:
        cases, flat = [], []
        for case in described["cases"]:
            field = descriptor.fields_by_number[case["number"]]
            cases.append((field.name, self.fill_fields(field.message_type, case["values"])))
            if all(value["type"] not in self.contract.types for value in case["values"]):
                flat.append(cases[-1])

        def fill(message: Message, depth: int) -> None:
            if described["open"] and not self.knows_all_cases and self.random.random() < 0.1:
                # A case of a newer contract: a field that is not known.
                message.MergeFromString(b"\xca\x3e\x03\x01\x02\x03")
                return
            name, content = self.random.choice(flat if flat and depth > DEPTH else cases)
            inner = getattr(message, name)
            inner.SetInParent()
            content(inner, depth)
        return fill

    def setter(self, field: FieldDescriptor, kind: Type) -> Fill:
        if kind.kind == "optional":
            element = self.single(field, kind.inner[0])
            return lambda message, depth: element(message, depth) if depth <= DEPTH and self.random.random() < 0.5 else None
        if kind.kind == "array":
            return self.array(field, kind.inner[0])
        if kind.kind == "map":
            return self.map(field, *kind.inner)
        return self.single(field, kind)

    def content(self, field: FieldDescriptor, kind: Type) -> Fill:
        """Fills the message in a field: a declared type, or one around a value that is no message."""
        if kind.is_container:
            setter = self.setter(field.message_type.fields_by_number[1], kind)
            return lambda message, depth: setter(message, depth + 1)
        return self.fill(kind.name)

    def single(self, field: FieldDescriptor, kind: Type) -> Fill:
        name = field.name
        if field.message_type is None:
            scalar = self.scalar(kind.name)
            return lambda message, depth: setattr(message, name, scalar())
        content = self.content(field, kind)

        def fill(message: Message, depth: int) -> None:
            inner = getattr(message, name)
            inner.SetInParent()
            content(inner, depth)
        return fill

    def array(self, field: FieldDescriptor, element: Type) -> Fill:
        name = field.name
        if field.message_type is None:
            scalar = self.scalar(element.name)
            return lambda message, depth: getattr(message, name).extend([scalar() for _ in range(self.count(depth))])
        content = self.content(field, element)

        def fill(message: Message, depth: int) -> None:
            values = getattr(message, name)
            for _ in range(self.count(depth)):
                content(values.add(), depth)
        return fill

    def map(self, field: FieldDescriptor, key: Type, value: Type) -> Fill:
        name, keys, target = field.name, self.scalar(key.name), field.message_type.fields_by_number[2]
        if target.message_type is None:
            scalar = self.scalar(value.name)
            return lambda message, depth: getattr(message, name).update({keys(): scalar() for _ in range(self.count(depth))})
        content = self.content(target, value)

        def fill(message: Message, depth: int) -> None:
            values = getattr(message, name)
            for _ in range(self.count(depth)):
                inner = values[keys()]
                inner.Clear()
                content(inner, depth)
        return fill

    def count(self, depth: int) -> int:
        return 0 if depth > DEPTH else self.random.randrange(4)

    # Scalars

    def scalar(self, name: str) -> Callable[[], Any]:
        bits = self.random.getrandbits
        if name in self.contract.types:
            return lambda: self.choice(name)
        if name in SIGNED:
            return lambda: self.integer(SIGNED[name] - 1) * self.random.choice((1, -1))
        if name in UNSIGNED:
            return lambda: self.integer(UNSIGNED[name])
        return {
            "Bool": lambda: bits(1) == 1,
            "Float": lambda: struct.unpack("<f", struct.pack("<I", bits(32) & ~(1 << 23)))[0],
            "Double": lambda: struct.unpack("<d", struct.pack("<Q", bits(64)))[0],
            "String": lambda: "".join(self.random.choices(LETTERS, k=self.random.randrange(7))),
            "[UInt8]": lambda: self.random.randbytes(self.random.randrange(10)),
            "UUID": lambda: self.random.randbytes(16),
            "Date": lambda: self.random.randint(-4_000_000_000, 4_000_000_000) * DATE_STEP,
        }[name]

    def integer(self, bits: int) -> int:
        """As often a small number as a large one, at either end."""
        value = self.random.getrandbits(bits) >> self.random.randrange(bits)
        return value if self.random.getrandbits(1) else (1 << bits) - 1 - value
