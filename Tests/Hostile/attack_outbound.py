"""Answers that a daemon is made to hold, because nobody reads them."""
import struct

from attack import ECHO, SUPERVISOR, VERTICALS, attack
from boards import PING, ping
from connection import END, TYPES, frame
from exported import wire
from stage import Stage

_GREEDY = wire.PeerLimits(frame_bytes=16 << 20, streams=0xFFFFFFFF, output_credit=0xFFFFFFFF)
#: As many streams as one connection may have open.
_STREAMS: int = 16_384


def _ask(stage: Stage, connections: int, streams: int, reading: int = 0) -> None:
    crowd = stage.crowd(connections, limits=_GREEDY)
    call = stage.boards.large
    for start in range(1, streams, 1024):
        crowd.send(b"".join(frame("ACTIVATE", call.body, END, call.board, stream) for stream in range(start, start + 1024)))
    if not reading:
        crowd.run(stage.end)
    while reading and not stage.is_over and crowd.members:
        crowd.run(min(stage.end, stage.end - stage.left + 0.001), reading=reading)
        stage.wait(0.05)
    stage.held.append(crowd)


@attack("answers-unread", (ECHO, *VERTICALS), longer=3)
def answers_unread(stage: Stage) -> None:
    """16,384 calls with a large answer on each of fifty connections, which read none."""
    _ask(stage, 50, _STREAMS)


@attack("answers-unread-one", (ECHO, SUPERVISOR), longer=2)
def answers_unread_one(stage: Stage) -> None:
    """16,384 calls with a large answer on one connection, which reads none."""
    _ask(stage, 1, _STREAMS)


@attack("answers-slow", longer=3)
def answers_slow(stage: Stage) -> None:
    """The same on fifty connections, which read a kibibyte now and then."""
    _ask(stage, 50, _STREAMS, reading=1024)


@attack("outputs-unread", (ECHO, "svc-authentication", "svc-maps"), longer=3)
def outputs_unread(stage: Stage) -> None:
    """Five hundred streams on each of ten connections, with all the credit there is, and nothing read."""
    crowd = stage.crowd(10, limits=_GREEDY)
    call = stage.boards.stream
    crowd.send(b"".join(
        frame("ACTIVATE", call.body, END, call.board, stream) + frame("CREDIT", wire.Credit(count=1 << 20), stream=stream)
        for stream in range(1, 501)))
    crowd.run(stage.end)
    stage.wait(stage.left)
    stage.held.append(crowd)


@attack("outputs-in-hand", longer=3)
def outputs_in_hand(stage: Stage) -> None:
    """Two thousand streams on each of ten connections, with credit for one output each: every handler waits with its second."""
    crowd = stage.crowd(10, limits=wire.PeerLimits(frame_bytes=16 << 20, streams=16_384, output_credit=1))
    call = stage.boards.stream
    crowd.send(b"".join(frame("ACTIVATE", call.body, END, call.board, stream) for stream in range(1, 2001)))
    crowd.run(stage.end, reading=1 << 18)
    stage.held.append(crowd)


@attack("echoes-unread", longer=3)
def echoes_unread(stage: Stage) -> None:
    """Pings of a mebibyte on ten connections, two hundred on each, and no answer read."""
    crowd = stage.crowd(10, limits=_GREEDY)
    body = ping(bytes(1 << 20))
    for stream in range(1, 201):
        crowd.send(_header(body, stream), body)
    crowd.run(stage.end)
    stage.held.append(crowd)


def _header(body: bytes, stream: int) -> bytes:
    """The header alone: the body stands in memory once."""
    return struct.pack("<IBBHI", 8 + len(body), TYPES["ACTIVATE"], END, PING, stream)


@attack("failures-unread-many", longer=4)
def failures_unread_many(stage: Stage) -> None:
    """The same on five hundred connections: each keeps little, and all of them together must not keep much."""
    crowd = stage.crowd(500)
    calls = b"".join(frame("ACTIVATE", b"", END, 999, number) for number in range(1, 60_001))
    crowd.send(calls)
    crowd.run(stage.end)
    stage.held.append(crowd)


@attack("failures-unread", (ECHO, SUPERVISOR), longer=2)
def failures_unread(stage: Stage) -> None:
    """Calls by the hundred thousand of a board that is not there, on ten connections, and no failure read."""
    crowd = stage.crowd(10)
    stream = 1
    while not stage.is_over and crowd.members:
        crowd.send(b"".join(frame("ACTIVATE", b"", END, 999, number) for number in range(stream, stream + 5000)))
        crowd.run(stage.end)
        stream += 5000
    stage.held.append(crowd)
