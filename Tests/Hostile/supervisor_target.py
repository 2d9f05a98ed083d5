"""A supervisor with the whole clinic; what is attacked is its own socket, as the vertical maps sees it."""
import pathlib
import resource
import socket
import struct
import threading

from boards import BOARDS, Boards
from connection import Connection
from process_figures import is_running, kill
from suite import Suite
from targets import GOOD, DaemonTarget

#: What a process is started with on an ordinary machine. What starts these tests may have more, and a supervisor that can not run
#: out of descriptors can not be seen to.
_DESCRIPTORS: int = 1024
#: How long a supervisor may take to go down before it is killed.
_DOWN_SECONDS: float = 20.0


class SupervisorTarget:
    is_debug: bool = DaemonTarget.is_debug

    def __init__(self, name: str, folder: pathlib.Path) -> None:
        self.name = name
        self.boards: Boards = BOARDS[name]
        self.hostile: str = "maps"
        #: A child that starts meanwhile has some.
        self.own_sockets: int = 3
        self.suite: Suite | None = None
        self.pid: int = 0

    @property
    def hostile_path(self) -> str:
        assert self.suite is not None
        return str(self.suite.home / f"run/{self.hostile}/supervisor.sock")

    def is_running(self) -> bool:
        return self.pid > 0 and is_running(self.pid)

    def ending(self) -> str:
        return "ended"

    def start(self) -> None:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(_DESCRIPTORS, before[0]), before[1]))
        try:
            self.suite = Suite()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        connection = self.good_connection()
        # A listening socket's credentials are those of who listens.
        self.pid = struct.unpack("3i", connection.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        connection.close()

    def restart(self) -> None:
        self.close()
        self.start()

    def good_connection(self) -> Connection:
        assert self.suite is not None
        connection = Connection(self.suite.home / f"run/{GOOD}/supervisor.sock", self.boards.interface, self.boards.provider)
        connection.open(consumer=GOOD)
        return connection

    def close(self) -> None:
        if self.suite is not None:
            end(self.suite, self.pid)
            self.suite = None


def end(suite: Suite, pid: int) -> None:
    """Takes a suite down, also one whose supervisor answers nobody any more."""
    ending = threading.Timer(_DOWN_SECONDS, kill, [pid])
    ending.start()
    suite.down()
    ending.cancel()
    kill(pid)
