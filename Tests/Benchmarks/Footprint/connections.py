"""What an idle connection costs a daemon: HELLO and WELCOME, then nothing, or one call of a given size and then nothing."""
import contextlib
import pathlib
import resource
import sys
import time
from collections.abc import Iterator

import memory
from processes import Process

# Behind this folder: both have a suite.py.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "PythonClient"))
from connection import Connection, varint  # noqa: E402
from exported import messages  # noqa: E402

# The number of the board that is called.
ECHO: int = messages("echo").ECHO_BOARD_ECHO


def raise_descriptor_limit() -> int:
    """Lets this process and what it starts have as many descriptors as the machine allows."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


@contextlib.contextmanager
def connect(path: pathlib.Path) -> Iterator[Connection]:
    """A connection that is closed with the block."""
    with contextlib.closing(_connected(path)) as connection:
        yield connection


def _connected(path: pathlib.Path) -> Connection:
    while True:
        try:
            return Connection(path, "echo", "echo")
        except BlockingIOError:
            # The backlog is full; the wire says to try again.
            time.sleep(0.001)


def measure(echo: pathlib.Path, folder: pathlib.Path, count: int, call_bytes: int) -> dict:
    """Bytes that one of `count` idle connections takes, after one echo of `call_bytes` on each (0: none)."""
    path = folder / "echo.sock"
    with Process(echo, ["--socket", str(path), "--log-level", "error"], folder) as daemon, contextlib.ExitStack() as opened:
        opened.enter_context(connect(path)).open()
        before = _settled(daemon.pid)
        kernel_before = kernel_bytes()
        connections = [opened.enter_context(connect(path)) for _ in range(count)]
        hello = connections[0].hello()
        for connection in connections:
            connection.send(hello)
            connection.expect("WELCOME")
            if call_bytes:
                _echo(connection, call_bytes)
        after = _settled(daemon.pid)
        kernel_after = kernel_bytes()
    return {
        "connections": count, "call_bytes": call_bytes,
        "pss_per_connection": (after["Pss"] - before["Pss"]) / count,
        "kernel_per_connection": (kernel_after - kernel_before) / count,
    }


def kernel_bytes() -> int:
    """Memory of the kernel's own objects on the whole machine; both ends of each connection are in it."""
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Slab:"))


def _echo(connection: Connection, count: int) -> None:
    body = b"\x0a" + varint(count) + bytes(count)
    connection.activate(ECHO, body, flags=0x01)
    reply = connection.receive()
    assert reply.type == "OUTPUT" and reply.body == body, f"an echo of {count} bytes was answered by {reply.type}"


def _settled(pid: int) -> dict[str, int]:
    """The memory once it no longer grows."""
    previous = memory.rollup(pid)
    while True:
        time.sleep(0.2)
        current = memory.rollup(pid)
        if abs(current["Pss"] - previous["Pss"]) < 16 << 10:
            return current
        previous = current
