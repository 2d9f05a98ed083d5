"""Messages in the protobuf wire format, described by a .proto file.

Written from protobuf.dev/programming-guides/encoding and the wire's description; the standard library only.
"""
import pathlib
import re
import struct
from dataclasses import dataclass


class Invalid(Exception):
    """The bytes are no message of the type that was asked for."""


@dataclass(frozen=True)
class Field:
    name: str
    number: int
    type: str
    repeated: bool
    required: bool


def varint(value):
    """An unsigned integer of up to 64 bits."""
    output = bytearray()
    while value >= 0x80:
        output.append(value & 0x7F | 0x80)
        value >>= 7
    output.append(value)
    return bytes(output)


def read_varint(data, offset):
    value = shift = 0
    while True:
        if offset >= len(data):
            raise Invalid("the bytes end inside a varint")
        byte = data[offset]
        value |= (byte & 0x7F) << shift
        offset += 1
        if byte < 0x80:
            if value >> 64:
                raise Invalid("a varint is too long")
            return value, offset
        shift += 7
        if shift > 63:
            raise Invalid("a varint is too long")


def zigzag(value):
    return (value << 1 ^ value >> 63) & (1 << 64) - 1


def unzigzag(value):
    return value >> 1 ^ -(value & 1)


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def fields(data):
    """Every field of a message: number, wire type, value (an integer, or bytes)."""
    offset = 0
    while offset < len(data):
        key, offset = read_varint(data, offset)
        number, wire_type = key >> 3, key & 7
        if not 1 <= number < 1 << 29:
            raise Invalid(f"field number {number}")
        if wire_type == 0:
            value, offset = read_varint(data, offset)
        elif wire_type == 2:
            length, offset = read_varint(data, offset)
            if length > len(data) - offset:
                raise Invalid("the bytes end inside a field")
            value, offset = data[offset:offset + length], offset + length
        elif wire_type in (1, 5):
            size = 8 if wire_type == 1 else 4
            if size > len(data) - offset:
                raise Invalid("the bytes end inside a number")
            value, offset = data[offset:offset + size], offset + size
        else:
            raise Invalid(f"wire type {wire_type}")
        yield number, wire_type, value


# How each scalar is written; what is not here is a message.
VARINTS = {"bool", "uint32", "uint64", "int64", "sint64"}


def encode_value(kind, value):
    """A value without its key, and its wire type."""
    if kind == "sint64":
        return 0, varint(zigzag(value))
    if kind in VARINTS:
        return 0, varint(int(value) & (1 << 64) - 1)
    if kind == "double":
        return 1, struct.pack("<d", value)
    data = value.encode() if kind == "string" else bytes(value)
    return 2, varint(len(data)) + data


def encode_field(number, kind, value):
    wire_type, data = encode_value(kind, value)
    return varint(number << 3 | wire_type) + data


def decode_value(kind, wire_type, value):
    expected = 0 if kind in VARINTS else 1 if kind == "double" else 2
    if wire_type != expected:
        raise Invalid(f"wire type {wire_type} for {kind}")
    if kind == "sint64":
        return unzigzag(value)
    if kind == "int64":
        return signed(value)
    if kind == "bool":
        return value != 0
    if kind == "double":
        return struct.unpack("<d", value)[0]
    if kind == "string":
        try:
            return value.decode()
        except UnicodeDecodeError as error:
            raise Invalid("a string is not UTF-8") from error
    return value


class Schema:
    """The messages and enums of a .proto file. Messages are dictionaries by field name."""

    def __init__(self, path):
        text = pathlib.Path(path).read_text()
        self.messages = {}
        self.enums = {}
        for kind, name, body in re.findall(r"^(message|enum) (\w+) \{\n(.*?)^\}", text, re.M | re.S):
            if kind == "enum":
                self.enums[name] = {value: int(number) for value, number in re.findall(r"^  (\w+) = (\d+);", body, re.M)}
            else:
                self.messages[name] = [
                    Field(name, int(number), kind, label == "repeated", "Required." in comment)
                    for comment, label, kind, name, number in re.findall(
                        r"((?:^  //.*\n)*)^  (optional|repeated) (\w+) (\w+) = (\d+);", body, re.M)
                ]

    def encode(self, message, values):
        output = b""
        unknown = set(values) - {field.name for field in self.messages[message]}
        if unknown:
            raise KeyError(f"{message} has no {sorted(unknown)}")
        for field in self.messages[message]:
            value = values.get(field.name)
            if value is None:
                continue
            if field.repeated and field.type in VARINTS:
                if value:
                    packed = b"".join(encode_value(field.type, item)[1] for item in value)
                    output += encode_field(field.number, "bytes", packed)
                continue
            for item in value if field.repeated else [value]:
                if field.type in self.messages:
                    output += encode_field(field.number, "bytes", self.encode(field.type, item))
                else:
                    output += encode_field(field.number, field.type, item)
        return output

    def decode(self, message, data):
        known = {field.number: field for field in self.messages[message]}
        values = {field.name: [] if field.repeated else None for field in self.messages[message]}
        for number, wire_type, value in fields(data):
            field = known.get(number)
            if field is None:
                continue
            if field.repeated and field.type in VARINTS and wire_type == 2:
                offset = 0
                while offset < len(value):
                    item, offset = read_varint(value, offset)
                    values[field.name].append(decode_value(field.type, 0, item))
                continue
            if field.type in self.messages:
                if wire_type != 2:
                    raise Invalid(f"{message}.{field.name} is no message")
                item = self.decode(field.type, value)
            else:
                item = decode_value(field.type, wire_type, value)
            if field.repeated:
                values[field.name].append(item)
            else:
                values[field.name] = item
        for field in known.values():
            if field.required and values[field.name] is None:
                raise Invalid(f"{message}.{field.name} is missing")
        return values


ROOT = pathlib.Path(__file__).resolve().parents[2]
WIRE = Schema(ROOT / "Shared/Wire/wire.proto")
