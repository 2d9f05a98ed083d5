"""What an attack is given: the way to its victim, the time it has, chance with a seed, and a place to note its effort."""
import random
import resource
import socket
import time
from collections import Counter

from typing import TYPE_CHECKING

from boards import Boards
from connection import Connection, Ended
from crowd import Crowd

if TYPE_CHECKING:
    from targets import DaemonTarget

#: What a daemon that defends itself does to an attacker; no reason to stop.
CUT_OFF = (OSError, Ended)


class Stage:
    """Lives in the attacker's process."""

    def __init__(self, target: "DaemonTarget", seconds: float, seed: int) -> None:
        self.target = target
        self.consumer: str = target.hostile
        self.boards: Boards = target.boards
        self.seconds = seconds
        self._end: float | None = None
        self.random = random.Random(seed)
        self.effort: Counter[str] = Counter()
        #: What the daemon should not have done, beside what is measured.
        self.complaints: list[str] = []
        #: What would else be collected, and closed.
        self.held: list[object] = []

    @property
    def end(self) -> float:
        """The time begins with the first connection: what is made before, as a body of 15 MiB, takes nothing of it."""
        if self._end is None:
            self._end = time.monotonic() + self.seconds
        return self._end

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.end

    @property
    def left(self) -> float:
        """Seconds; a little is always left, for what waits."""
        return max(0.05, self.end - time.monotonic())

    def wait(self, seconds: float) -> None:
        time.sleep(min(seconds, self.left))

    def connect(self) -> Connection:
        """A connection on which nothing was said. A full backlog is waited for."""
        while True:
            try:
                connection = Connection(self.target.hostile_path, self.boards.interface, self.boards.provider)
                break
            except BlockingIOError:
                if self.is_over:
                    raise
                time.sleep(0.001)
        connection.socket.settimeout(self.left)
        self.effort["connections"] += 1
        self.held.append(connection)
        return connection

    def hello(self, connection: Connection, **changes: object) -> bytes:
        return connection.hello(**({"consumer": self.consumer} | changes))

    def opened(self, count: int = 1, **changes: object) -> list[Connection]:
        """Connections that were welcomed; fewer where the daemon takes no more, or the time is over."""
        connections: list[Connection] = []
        opened: list[Connection] = []
        try:
            while len(connections) < count and not self.is_over:
                connections.append(self.connect())
                self.send(connections[-1], self.hello(connections[-1], **changes))
        except CUT_OFF:
            pass
        reason: object = "no connection"
        for connection in connections:
            try:
                connection.socket.settimeout(self.left)
                got = connection.receive()
                reason = got.message.message if got.type in ("REJECT", "FAIL") else got.type
                if got.type == "WELCOME":
                    opened.append(connection)
            except CUT_OFF as error:
                self.effort["cut"] += 1
                reason = error
        if not opened and not self.effort["welcomed"]:
            # Else an attack that is not let in would pass every time.
            self.complaints.append(f"the attacker's edge was not served from the beginning: {reason}")
        self.effort["welcomed"] += len(opened)
        return opened

    def send(self, connection: Connection, data: bytes) -> None:
        connection.socket.settimeout(self.left)
        connection.send(data)
        self.effort["sent"] += len(data)

    def violate(self, data: bytes) -> None:
        """On a connection of its own, which the daemon ends with a reason."""
        try:
            [connection] = self.opened() or [None]
            if connection is not None:
                self.send(connection, data)
                connection.socket.shutdown(socket.SHUT_WR)
                self.effort["cut"] += any(got.type == "FAIL" and got.stream == 0 for got in connection.until_end())
                connection.close()
                self.held.remove(connection)
        except CUT_OFF:
            self.effort["cut"] += 1

    def crowd(self, count: int, **changes: object) -> Crowd:
        """Welcomed connections, for sending without waiting."""
        return Crowd(self.opened(count, **changes), self.effort)

    @staticmethod
    def most_connections(wanted: int) -> int:
        """As many as this process may have, with some descriptors for other things."""
        return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100)
