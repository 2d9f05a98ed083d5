"""One connection to a vertical: frames out, frames in. Blocking, with a deadline on every wait.

Written from the article "The wire" (Shared/Colonnade/Colonnade.docc/TheWire.md) and wire.proto alone.
"""
import socket
import struct
from dataclasses import dataclass
from typing import Any, Iterable

from google.protobuf.message import Message

from exported import fingerprint, wire

TYPES = {
    "HELLO": 0x01, "WELCOME": 0x02, "REJECT": 0x03, "DESCRIBE": 0x04, "ACTIVATE": 0x10, "OUTPUT": 0x11, "COMMAND": 0x12,
    "COMPLETE": 0x13, "REFUSE": 0x14, "FAIL": 0x15, "CANCEL": 0x16, "CREDIT": 0x17, "FINISH": 0x18, "PING": 0x20,
    "PONG": 0x21, "DRAIN": 0x22,
}
NAMES = {number: name for name, number in TYPES.items()}
BODIES = {
    "WELCOME": wire.Welcome, "REJECT": wire.Reject, "DESCRIBE": wire.Describe, "COMPLETE": wire.Complete, "FAIL": wire.Fail,
    "CREDIT": wire.Credit, "DRAIN": wire.Drain,
}
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
    def message(self) -> Any:
        """The body, where the wire itself defines it."""
        return BODIES[self.type].FromString(self.body)

    @property
    def is_terminal(self) -> bool:
        return self.type in TERMINALS or self.type == "OUTPUT" and bool(self.flags & END)


def frame(name: str, body: bytes | Message = b"", flags: int = 0, board: int = 0, stream: int = 0) -> bytes:
    data = body.SerializeToString() if isinstance(body, Message) else body
    return struct.pack("<IBBHI", 8 + len(data), TYPES[name], flags, board, stream) + data


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the eighth says that more follow."""
    output = bytearray()
    while value >= 0x80:
        output.append(value & 0x7F | 0x80)
        value >>= 7
    output.append(value)
    return bytes(output)


class Connection:
    """A consumer's end. `interface` is the name of an exported file, `provider` that of the vertical."""

    def __init__(self, path: Any, interface: str, provider: str) -> None:
        self.interface = interface
        self.provider = provider
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(WAIT)
        self.socket.connect(str(path))
        self.buffer = bytearray()
        self.next_stream = 1

    def close(self) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hello(self, **changes: Any) -> bytes:
        """A HELLO, as bytes; `changes` replace fields."""
        values = {
            "version": 1, "consumer": "operator", "provider": self.provider, "instance": "python",
            "fingerprint": fingerprint(self.interface),
            "limits": wire.PeerLimits(frame_bytes=16 << 20, streams=10_000, output_credit=64),
        }
        return frame("HELLO", wire.Hello(**(values | changes)))

    def open(self, **changes: Any) -> Any:
        """Shakes hands, and gives the WELCOME."""
        self.send(self.hello(**changes))
        return self.expect("WELCOME").message

    def activate(self, board: int, body: bytes | Message = b"", flags: int = 0, metadata: Message | None = None) -> int:
        """Sends an ACTIVATE and gives the number of its stream."""
        data, stream = self.activation(board, body, flags, metadata)
        self.send(data)
        return stream

    def activation(
        self, board: int, body: bytes | Message = b"", flags: int = 0, metadata: Message | None = None
    ) -> tuple[bytes, int]:
        stream = self.next_stream
        self.next_stream += 1
        data = body.SerializeToString() if isinstance(body, Message) else body
        if metadata is not None:
            encoded = metadata.SerializeToString()
            data = varint(len(encoded)) + encoded + data
            flags |= META
        return frame("ACTIVATE", data, flags, board, stream), stream

    def command(self, stream: int, body: Message) -> None:
        self.send(frame("COMMAND", body, stream=stream))

    def finish(self, stream: int) -> None:
        self.send(frame("FINISH", flags=END, stream=stream))

    def cancel(self, stream: int) -> None:
        self.send(frame("CANCEL", flags=END, stream=stream))

    def grant(self, stream: int, count: int) -> None:
        self.send(frame("CREDIT", wire.Credit(count=count), stream=stream))

    def call(self, board: int, body: bytes | Message = b"", metadata: Message | None = None) -> Frame:
        """Activates a board with one output, and gives its terminal frame."""
        stream = self.activate(board, body, END, metadata)
        return self.expect("OUTPUT", "REFUSE", "FAIL", stream=stream)

    def converse(
        self, board: int, body: Message, commands: Iterable[Message], metadata: Message | None = None
    ) -> tuple[list[bytes], Frame]:
        """Sends every command as credit allows, then FINISH; gives the outputs' bodies and the terminal frame."""
        stream = self.activate(board, body, metadata=metadata)
        outputs, credit, waiting, finished = [], 0, list(commands), False
        while True:
            while waiting and credit:
                self.command(stream, waiting.pop(0))
                credit -= 1
            if not waiting and not finished:
                self.finish(stream)
                finished = True
            got = self.expect("CREDIT", "OUTPUT", "COMPLETE", "REFUSE", "FAIL", stream=stream)
            if got.type == "CREDIT":
                credit += got.message.count
            elif got.type == "OUTPUT":
                outputs.append(got.body)
            if got.is_terminal:
                return outputs, got

    def receive(self) -> Frame:
        """The next frame; answers nothing by itself."""
        header = self._take(12)
        length, kind, flags, board, stream = struct.unpack("<IBBHI", header)
        assert 8 <= length <= 16 << 20, f"a frame of {length} bytes"
        return Frame(NAMES[kind], flags, board, stream, self._take(length - 8))

    def expect(self, *types: str, stream: int = 0) -> Frame:
        got = self.receive()
        assert got.type in types and got.stream == stream, f"expected {types} on {stream}, got {got}"
        return got

    def outputs(self, stream: int) -> tuple[list[bytes], Frame]:
        """The bodies of a stream's outputs, and its terminal frame."""
        bodies = []
        while True:
            got = self.expect("CREDIT", "OUTPUT", "COMPLETE", "REFUSE", "FAIL", stream=stream)
            if got.type == "OUTPUT":
                bodies.append(got.body)
            if got.is_terminal:
                return bodies, got

    def until_end(self) -> list[Frame]:
        """Every frame up to the end of the connection."""
        frames = []
        while True:
            try:
                frames.append(self.receive())
            except (Ended, ConnectionResetError):
                return frames

    def is_silent(self, seconds: float) -> bool:
        """Whether nothing comes for so long."""
        self.socket.settimeout(seconds)
        try:
            self.buffer += self.socket.recv(1 << 16)
            return False
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(WAIT)

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            data = self.socket.recv(1 << 16)
            if not data:
                raise Ended("the connection was closed")
            self.buffer += data
        taken = bytes(self.buffer[:count])
        del self.buffer[:count]
        return taken
