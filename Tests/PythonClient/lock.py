"""Values by a contract's lock: the rules of the wire for structs, enums, arrays and optionals, in Python's own values.

A struct is a dictionary; an enum's case its name, or {name: {label: value}} where the enum has values. Dictionaries and
arrays of arrays are left out: no board that is called here has one.
"""
from connection import Contract
from schema import Invalid, decode_value, encode_field, encode_value, fields, read_varint

SCALARS = {
    "Bool": "bool", "Int": "sint64", "Int64": "sint64", "Int32": "sint64", "UInt32": "uint64", "UInt64": "uint64",
    "Double": "double", "String": "string", "[UInt8]": "bytes", "Date": "int64", "Duration": "int64", "UUID": "bytes",
}


class Lock(Contract):
    def __init__(self, path):
        super().__init__(path)
        self.types = {value["name"]: value for value in self.json["types"]}
        self.board = {value["name"]: value for value in self.json["boards"]}

    def input(self, board, value):
        return self.encode(self.board[board]["input"], value)

    def command(self, board, value):
        return self.encode(self.board[board]["command"], value)

    def output(self, board, data):
        return self.decode(self.board[board]["output"], data)

    def refusal(self, data):
        return self.decode(self.json["refusal"], data)

    def encode(self, name, value):
        """A body: a value that is no message travels as field 1 of one."""
        if name == "Void":
            return b""
        return self._message(name, value) if self._is_message(name) else self._field(1, name, value)

    def decode(self, name, data):
        if name == "Void":
            return None
        if self._is_message(name):
            return self._read_message(name, data)
        return self._read_fields([{"name": "value", "number": 1, "type": name}], data)["value"]

    def _has_values(self, name):
        return any(case["values"] for case in self.types[name]["cases"] or [])

    def _is_message(self, name):
        return name in self.types and (self.types[name].get("cases") is None or self._has_values(name))

    def _message(self, name, value):
        if self.types[name].get("cases") is None:
            return b"".join(self._field(f["number"], f["type"], value.get(f["name"])) for f in self.types[name]["fields"])
        label, content = (value, {}) if isinstance(value, str) else next(iter(value.items()))
        case = next(case for case in self.types[name]["cases"] if case["name"] == label)
        body = b"".join(self._field(v["number"], v["type"], content.get(v["name"])) for v in case["values"])
        return encode_field(case["number"], "bytes", body)

    def _field(self, number, name, value):
        if name.endswith("?"):
            return b"" if value is None else self._field(number, name[:-1], value)
        if name in SCALARS:
            return encode_field(number, SCALARS[name], value)
        if name.startswith("["):
            element = name[1:-1]
            if SCALARS.get(element) in ("bool", "sint64", "uint64", "double"):
                packed = b"".join(encode_value(SCALARS[element], item)[1] for item in value)
                return encode_field(number, "bytes", packed) if value else b""
            return b"".join(self._field(number, element, item) for item in value)
        if self._is_message(name):
            return encode_field(number, "bytes", self._message(name, value))
        return encode_field(number, "uint64", next(c["number"] for c in self.types[name]["cases"] if c["name"] == value))

    def _read_message(self, name, data):
        if self.types[name].get("cases") is None:
            return self._read_fields(self.types[name]["fields"], data)
        cases = {case["number"]: case for case in self.types[name]["cases"]}
        value = None
        for number, _, content in fields(data):
            value = {cases[number]["name"]: self._read_fields(cases[number]["values"], content)}
        if value is None:
            raise Invalid(f"{name} has no case")
        return value

    def _read_fields(self, described, data):
        known = {field["number"]: field for field in described}
        values = {f["name"]: [] if self._is_array(f["type"]) else None for f in described}
        for number, wire_type, content in fields(data):
            field = known.get(number)
            if field is None:
                continue
            kind = field["type"].removesuffix("?")
            if self._is_array(kind):
                values[field["name"]] += self._elements(kind[1:-1], wire_type, content)
            else:
                values[field["name"]] = self._value(kind, wire_type, content)
        for field in described:
            if values[field["name"]] is None and not field["type"].endswith("?"):
                raise Invalid(f"{field['name']} is missing")
        return values

    def _is_array(self, name):
        return name.startswith("[") and name not in SCALARS and not name.endswith("?")

    def _elements(self, name, wire_type, content):
        if SCALARS.get(name) not in ("bool", "sint64", "uint64") or wire_type != 2:
            return [self._value(name, wire_type, content)]
        values, offset = [], 0
        while offset < len(content):
            value, offset = read_varint(content, offset)
            values.append(decode_value(SCALARS[name], 0, value))
        return values

    def _value(self, name, wire_type, content):
        if name in SCALARS:
            return decode_value(SCALARS[name], wire_type, content)
        if self._is_message(name):
            return self._read_message(name, content)
        number = decode_value("uint64", wire_type, content)
        return next((case["name"] for case in self.types[name]["cases"] if case["number"] == number), number)
