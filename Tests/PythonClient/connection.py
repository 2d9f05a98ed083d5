"""One connection to a vertical: frames out, frames in. Blocking, with a deadline on every wait."""
import json
import socket
import struct
from dataclasses import dataclass

from schema import ROOT, WIRE, varint

TYPES = {
    "HELLO": 0x01, "WELCOME": 0x02, "REJECT": 0x03, "DESCRIBE": 0x04, "ACTIVATE": 0x10, "OUTPUT": 0x11, "COMMAND": 0x12,
    "COMPLETE": 0x13, "REFUSE": 0x14, "FAIL": 0x15, "CANCEL": 0x16, "CREDIT": 0x17, "FINISH": 0x18, "PING": 0x20,
    "PONG": 0x21, "DRAIN": 0x22,
}
NAMES = {number: name for name, number in TYPES.items()}
BODIES = {"WELCOME": "Welcome", "REJECT": "Reject", "DESCRIBE": "Describe", "COMPLETE": "Complete", "FAIL": "Fail",
          "CREDIT": "Credit", "DRAIN": "Drain"}
TERMINALS = {"COMPLETE", "REFUSE", "FAIL"}
END, META = 0x01, 0x02
WAIT = 20.0


class Ended(Exception):
    """The other end closed the connection."""


@dataclass
class Frame:
    type: str
    flags: int
    board: int
    stream: int
    body: bytes

    @property
    def message(self):
        """The body, where the wire itself defines it."""
        return WIRE.decode(BODIES[self.type], self.body)

    @property
    def is_terminal(self):
        return self.type in TERMINALS or self.type == "OUTPUT" and bool(self.flags & END)


def frame(name, body=b"", flags=0, board=0, stream=0):
    return struct.pack("<IBBHI", 8 + len(body), TYPES[name], flags, board, stream) + body


class Contract:
    """The lock of one interface: the board numbers and the fingerprint."""

    def __init__(self, path):
        self.json = json.loads((ROOT / path).read_text())
        self.fingerprint = self.json["fingerprint"]
        self.boards = {board["name"]: board["number"] for board in self.json["boards"]}

    def message(self):
        """The contract as DESCRIBE carries it."""
        def kept(value, names):
            return {name: value.get(name) for name in names if value.get(name) is not None}

        def field(value):
            return kept(value, ["name", "number", "type", "documentation"])

        def case(value):
            return kept(value, ["name", "number", "documentation", "reserved"]) | {"values": [field(v) for v in value["values"]]}

        def of_type(value):
            message = kept(value, ["name", "documentation", "open", "reserved"])
            message["fields"] = [field(f) for f in value.get("fields", [])]
            if value.get("cases") is not None:
                message["cases"] = {"value": [case(c) for c in value["cases"]]}
            return message

        message = kept(self.json, ["name", "fingerprint", "refusal", "reserved"])
        message["boards"] = [
            kept(b, ["name", "number", "documentation", "input", "output", "many", "command", "idempotent"])
            for b in self.json["boards"]
        ]
        message["types"] = [of_type(t) for t in self.json["types"]]
        return message


class Connection:
    def __init__(self, path, contract, provider):
        self.contract = contract
        self.provider = provider
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(WAIT)
        self.socket.connect(str(path))
        self.buffer = bytearray()
        self.next_stream = 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def hello(self, **changes):
        """A HELLO, as bytes; `changes` replace fields."""
        values = {
            "version": 1, "consumer": "operator", "provider": self.provider, "instance": "python",
            "fingerprint": self.contract.fingerprint,
            "limits": {"frame_bytes": 16 << 20, "streams": 10_000, "output_credit": 64},
        }
        return frame("HELLO", WIRE.encode("Hello", values | changes))

    def open(self, **changes):
        """Shakes hands, and gives the WELCOME."""
        self.send(self.hello(**changes))
        return self.expect("WELCOME").message

    def activate(self, board, body=b"", flags=0, metadata=None):
        """Sends an ACTIVATE and gives the number of its stream."""
        data, stream = self.activation(board, body, flags, metadata)
        self.send(data)
        return stream

    def activation(self, board, body=b"", flags=0, metadata=None):
        stream = self.next_stream
        self.next_stream += 1
        if metadata is not None:
            encoded = WIRE.encode("Metadata", metadata)
            body = varint(len(encoded)) + encoded + body
            flags |= META
        number = self.contract.boards[board] if isinstance(board, str) else board
        return frame("ACTIVATE", body, flags, number, stream), stream

    def receive(self):
        """The next frame; answers nothing by itself."""
        header = self._take(12)
        length, kind, flags, board, stream = struct.unpack("<IBBHI", header)
        assert 8 <= length <= 16 << 20, f"a frame of {length} bytes"
        return Frame(NAMES[kind], flags, board, stream, self._take(length - 8))

    def expect(self, *types, stream=0):
        got = self.receive()
        assert got.type in types and got.stream == stream, f"expected {types} on {stream}, got {got}"
        return got

    def outputs(self, stream):
        """The bodies of a stream's outputs, and its terminal frame."""
        bodies = []
        while True:
            got = self.receive()
            assert got.stream == stream, f"expected stream {stream}, got {got}"
            if got.type == "OUTPUT":
                bodies.append(got.body)
            if got.is_terminal:
                return bodies, got

    def until_end(self):
        """Every frame up to the end of the connection."""
        frames = []
        while True:
            try:
                frames.append(self.receive())
            except (Ended, ConnectionResetError):
                return frames

    def is_silent(self, seconds):
        """Whether nothing comes for so long."""
        self.socket.settimeout(seconds)
        try:
            data = self.socket.recv(1 << 16)
            self.buffer += data
            return False
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(WAIT)

    def _take(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(1 << 16)
            if not data:
                raise Ended("the connection was closed")
            self.buffer += data
        taken = bytes(self.buffer[:count])
        del self.buffer[:count]
        return taken
