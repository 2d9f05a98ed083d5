"""Frames that are none, and frames that a consumer never sends."""
import struct

from attack import ECHO, SUPERVISOR, attack
from connection import END, META, frame
from exported import wire
from stage import Stage


@attack("no-such-frame", (ECHO, SUPERVISOR))
def no_such_frame(stage: Stage) -> None:
    """Unknown types and flags, lengths under eight and over the limit, boards where none belongs."""
    headers = [(length, 0x10, 0, 1, 1) for length in (0, 1, 7, (16 << 20) + 9, 0x7FFFFFFF, 0xFFFFFFFF)]
    headers += [(8, kind, 0, 0, 1) for kind in range(256)]
    headers += [(8, 0x10, 1 << bit, 1, 1) for bit in range(8)] + [(8, 0x17, 0, 9, 1), (8, 0x20, 0, 0, 7), (8, 0x16, 0xFF, 1, 1)]
    stage.random.shuffle(headers)
    for length, kind, flags, board, stream in headers:
        if stage.is_over:
            return
        stage.violate(struct.pack("<IBBHI", length, kind, flags, board, stream))


@attack("providers-frames", (ECHO, SUPERVISOR))
def providers_frames(stage: Stage) -> None:
    """WELCOME, REJECT, OUTPUT, COMPLETE, REFUSE, FAIL and DRAIN, sent by a consumer, with bodies that parse."""
    bodies = {
        "WELCOME": wire.Welcome(provider="x", generation=1, fingerprint="0" * 64, limits=wire.PeerLimits(
            frame_bytes=0xFFFFFFFF, streams=0xFFFFFFFF, output_credit=0xFFFFFFFF)),
        "REJECT": wire.Reject(code=1, message="no"), "OUTPUT": b"", "COMPLETE": wire.Complete(done=True), "REFUSE": b"",
        "FAIL": wire.Fail(code=14, message="you", outcome=1), "DRAIN": wire.Drain(phase=1), "DESCRIBE": wire.Describe(),
    }
    while not stage.is_over:
        for name, body in bodies.items():
            for stream in (0, 1):
                stage.violate(frame(name, body, stream=stream))
            stage.violate(frame("ACTIVATE", b"", END, 1, 1) + frame(name, body, END, stream=1))


@attack("metadata", (ECHO, "svc-clinical-records"))
def metadata(stage: Stage) -> None:
    """Metadata over its limit, truncated, with a length that never ends, with deadlines of 0, far ahead and negative."""
    board = stage.boards.inputs[0]
    session = wire.Metadata(session="s" * (17 << 10)).SerializeToString()
    wholes = [
        wire.Metadata(deadline=0), wire.Metadata(deadline=1), wire.Metadata(deadline=(1 << 64) - 1), wire.Metadata(deadline=1 << 63),
        wire.Metadata(deadline=(1 << 63) - 1), wire.Metadata(attempt=0xFFFFFFFF), wire.Metadata(traceparent="\0" * 8000),
        wire.Metadata(session="s" * 15_000), wire.Metadata(idempotency_key="k" * 15_000),
    ]
    raw = [
        b"", b"\xff" * 10, b"\xff" * 64, b"\x80" * 9 + b"\x01", b"\xff\xff\xff\xff\x0f", b"\x7f", b"\x05\x08", b"\x02\xff\xff",
        # A session of 17 KiB, and one of 16 MiB.
        b"\x83\x88\x01" + session, b"\x80\x80\x80\x07" + b"\x1a" + b"\xf0\xff\xff\x06" + b"s" * (14 << 20),
        # A negative deadline: a varint of ten bytes, and one of eleven.
        b"\x0b\x08" + b"\xff" * 9 + b"\x01", b"\x0c\x08" + b"\xff" * 10 + b"\x01",
    ]
    while not stage.is_over:
        for connection in stage.opened():
            for whole in wholes:
                data, _ = connection.activation(board.board, board.body, END, whole)
                stage.send(connection, data)
        for data in raw:
            stage.violate(frame("ACTIVATE", data + board.body, META | END, board.board, 1))


@attack("pings-unread")
def pings_unread(stage: Stage) -> None:
    """PING by the million on ten connections, and no PONG is read."""
    crowd = stage.crowd(10)
    data = frame("PING", b"12345678") * 10_000
    while not stage.is_over and crowd.members:
        crowd.send(data)
        crowd.run(stage.end)
    stage.held.append(crowd)


@attack("pongs")
def pongs(stage: Stage) -> None:
    """PONG that nobody asked for, and PING with bodies of 0 to 16 MiB."""
    while not stage.is_over:
        for size in (0, 1, 7, 9, 4096, 15 << 20):
            stage.violate(frame("PING", b"p" * size) + frame("PONG", b"p" * size))
