"""Many connections of one attacker, written to and read from as the attack wants."""
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Iterable

from connection import Connection

_PIECE: int = 1 << 18


class Member:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.socket: socket.socket = connection.socket
        self.socket.setblocking(False)
        self.waiting: deque[memoryview] = deque()


class Crowd:
    """What is sent waits in views, so that a body of 16 MiB is there once for all connections."""

    def __init__(self, connections: Iterable[Connection], effort: Counter[str]) -> None:
        self.effort = effort
        self.selector = selectors.DefaultSelector()
        self.members: list[Member] = [Member(connection) for connection in connections]
        for member in self.members:
            self.selector.register(member.socket, selectors.EVENT_WRITE, member)

    @property
    def is_busy(self) -> bool:
        return any(member.waiting for member in self.members)

    def send(self, *pieces: bytes | memoryview) -> None:
        """To each, behind what still waits."""
        for member in self.members:
            self.give(member, *pieces)

    def give(self, member: Member, *pieces: bytes | memoryview) -> None:
        member.waiting.extend(memoryview(piece) for piece in pieces)

    def finish(self, until: float, reading: int = 0) -> None:
        """Writes until everything is written or it is `until`; reads meanwhile, so many bytes at a time, and throws them away."""
        while time.monotonic() < until and self.is_busy:
            self._turn(reading)

    def run(self, until: float, reading: int = 0) -> None:
        """Goes on reading when everything is written; where nothing is read, it ends then."""
        while time.monotonic() < until and self.members and (reading or self.is_busy):
            self._turn(reading)

    def _turn(self, reading: int) -> None:
        for key, events in self._ready(reading):
            if events & selectors.EVENT_READ and not self._read(key.data, reading):
                continue
            if events & selectors.EVENT_WRITE:
                self._write(key.data)

    def _ready(self, reading: int) -> list[tuple[selectors.SelectorKey, int]]:
        for member in self.members:
            wanted = (selectors.EVENT_READ if reading else 0) | (selectors.EVENT_WRITE if member.waiting else 0)
            self._want(member, wanted)
        if not self.selector.get_map():
            time.sleep(0.01)
            return []
        return self.selector.select(0.05)

    def _want(self, member: Member, wanted: int) -> None:
        known = self.selector.get_map().get(member.socket)
        if known is None and wanted:
            self.selector.register(member.socket, wanted, member)
        elif known is not None and not wanted:
            self.selector.unregister(member.socket)
        elif known is not None and known.events != wanted:
            self.selector.modify(member.socket, wanted, member)

    def _read(self, member: Member, count: int) -> bool:
        try:
            data = member.socket.recv(count)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        self.effort["read"] += len(data)
        if not data:
            self.leave(member)
        return bool(data)

    def _write(self, member: Member) -> None:
        try:
            for _ in range(8):
                if not member.waiting:
                    return
                piece = member.waiting[0]
                count = member.socket.send(piece[:_PIECE])
                self.effort["sent"] += count
                if count == len(piece):
                    member.waiting.popleft()
                else:
                    member.waiting[0] = piece[count:]
        except BlockingIOError:
            pass
        except OSError:
            self.leave(member)

    def leave(self, member: Member) -> None:
        """The daemon has cut it off, or it goes by itself."""
        self.effort["cut"] += 1
        if self.selector.get_map().get(member.socket) is not None:
            self.selector.unregister(member.socket)
        member.connection.close()
        self.members.remove(member)
