"""A client that behaves, in a process of its own: it calls a cheap board every few milliseconds, and now and then connects anew."""
import multiprocessing
import multiprocessing.connection
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from boards import Call
from connection import END, Connection

#: Between two calls.
PACE: float = 0.003
#: Between two new connections.
NEWCOMERS: float = 0.25
#: How long an answer that is on its way is waited for in the end.
PATIENCE: float = 12.0


@dataclass
class Experience:
    """What it saw, in seconds."""
    latencies: list[float] = field(default_factory=list)
    newcomers: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Counts the calls as well that a slow one kept from being made: else a standstill would be one call in hundreds."""
        expected: list[float] = []
        for latency in self.latencies:
            expected.append(latency)
            expected.extend(latency - step * PACE for step in range(1, int(latency / PACE)))
        expected.sort()
        return expected[min(len(expected) - 1, math.ceil(len(expected) * share) - 1)] if expected else math.inf


class GoodClient:
    """Runs from `start` to `stop`. `connect` gives an open connection, `call` is what is called."""

    def __init__(self, connect: Callable[[], Connection], call: Call, connects_anew: bool = True) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=_live, args=(other, connect, call, connects_anew), daemon=True)

    def start(self) -> None:
        """Returns once it is connected and was answered once."""
        self.process.start()
        if not self.pipe.poll(PATIENCE):
            self.process.kill()
            raise RuntimeError("the good client was not served before the attack began")
        first = self.pipe.recv()
        if first != "ready":
            raise RuntimeError(f"the good client was not served before the attack began: {first}")

    def stop(self) -> Experience:
        self.pipe.send("stop")
        got = self.pipe.recv() if self.pipe.poll(PATIENCE + 3) else Experience(problems=["the good client never came back"])
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
        return got


def _live(
    pipe: multiprocessing.connection.Connection, connect: Callable[[], Connection], call: Call, connects_anew: bool
) -> None:
    seen = Experience()
    over = threading.Event()
    try:
        connection = connect()
        connection.socket.settimeout(PATIENCE)
        connection.call(call.board, call.body)
    except Exception as error:
        return pipe.send(repr(error))
    pipe.send("ready")
    guests = threading.Thread(target=_come_anew, args=(seen, over, connect, call), daemon=True)
    if connects_anew:
        guests.start()
    while not pipe.poll(PACE):
        started = time.monotonic()
        try:
            got = connection.call(call.board, call.body)
            assert got.type == "OUTPUT" and got.flags & END, got
        except Exception as error:
            seen.problems.append(f"a call: {error!r}")
            seen.latencies.append(time.monotonic() - started)
            break
        seen.latencies.append(time.monotonic() - started)
    over.set()
    if connects_anew:
        guests.join(PATIENCE)
    if guests.is_alive():
        seen.problems.append("a new connection got no answer")
    # Whoever broke off above waits here for the end of the attack.
    pipe.recv()
    pipe.send(seen)


def _come_anew(seen: Experience, over: threading.Event, connect: Callable[[], Connection], call: Call) -> None:
    while not over.wait(NEWCOMERS):
        started = time.monotonic()
        try:
            connection = connect()
            connection.call(call.board, call.body)
            connection.close()
        except Exception as error:
            seen.problems.append(f"a new connection: {error!r}")
            return
        finally:
            seen.newcomers.append(time.monotonic() - started)
