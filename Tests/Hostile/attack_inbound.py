"""Bytes that a daemon is made to hold: frames that do not end, commands that nobody takes, Inputs of handlers that wait."""
import struct

from attack import ECHO, VERTICALS, attack
from boards import echo, records
from connection import END, TYPES, Connection, frame
from crowd import Crowd
from exported import wire
from stage import CUT_OFF, Stage

_FRAME: int = (16 << 20) - 64
_UNREADY = wire.PeerLimits(frame_bytes=16 << 20, streams=10_000, output_credit=1)


@attack("large-commands", (ECHO, "svc-maps"), longer=4)
def large_commands(stage: Stage) -> None:
    """Eight conversations of one connection, and sixteen commands of 16 MiB for each, which is all the credit there is."""
    talk = stage.boards.conversation
    assert talk is not None
    data = frame("COMMAND", talk.command(_FRAME - 64))
    for connection in stage.opened(limits=_UNREADY):
        streams = [connection.activate(talk.board, talk.body) for _ in range(8)]
        credit = dict.fromkeys(streams, 0)
        while not all(credit.values()):
            got = connection.receive()
            if got.type == "CREDIT":
                credit[got.stream] += got.message.count
        _send(stage, connection, [
            piece for _ in range(16) for stream in streams if credit[stream] > 0
            for piece in (struct.pack("<IBBHI", len(data) - 4, TYPES["COMMAND"], 0, 0, stream), memoryview(data)[12:])])


def _send(stage: Stage, connection: Connection, pieces: list[bytes | memoryview]) -> None:
    crowd = Crowd([connection], stage.effort)
    crowd.send(*pieces)
    crowd.run(stage.end)
    stage.held.append(crowd)


def _stalled(stage: Stage, count: int) -> Crowd:
    """Connections that have sent 15 of 16 MiB of an Input."""
    body = memoryview(bytes(15 << 20))
    crowd = stage.crowd(count)
    board = stage.boards.inputs[0].board
    crowd.send(struct.pack("<IBBHI", 16 << 20, TYPES["ACTIVATE"], END, board, 1), body)
    crowd.run(stage.end - stage.seconds / 4)
    stage.held.append(crowd)
    return crowd


@attack("stalled-frames", (ECHO, *VERTICALS), longer=2)
def stalled_frames(stage: Stage) -> None:
    """Sixty connections that send 15 of 16 MiB, and stall."""
    _stalled(stage, 60)
    stage.wait(stage.left)


@attack("trickled-frames", longer=4)
def trickled_frames(stage: Stage) -> None:
    """Sixty connections that send 15 of 16 MiB, and then a byte a second, so that the frame seems to go on."""
    crowd = _stalled(stage, 60)
    while not stage.is_over and crowd.members:
        crowd.send(b"\0")
        crowd.run(stage.end)
        stage.wait(0.3)


@attack("large-inputs", (ECHO, "svc-clinical-records"), longer=3)
def large_inputs(stage: Stage) -> None:
    """Sixty-four Inputs of 15 MiB for handlers that wait: for credit, or at a barrier."""
    if stage.boards.interface == "echo":
            board, body = echo.ECHO_BOARD_CONVERSE, echo.StringValue(value="x" * (15 << 20)).SerializeToString()
    else:
        board, body = records.CLINICAL_RECORDS_BOARD_SUMMARY, records.SummaryRequest(patient="x" * (15 << 20)).SerializeToString()
    crowd = stage.crowd(4, limits=_UNREADY)
    for stream in range(1, 17):
        crowd.send(struct.pack("<IBBHI", 8 + len(body), TYPES["ACTIVATE"], 0, board, stream), body)
    crowd.run(stage.end)
    stage.held.append(crowd)


@attack("stalled-handlers", longer=3)
def stalled_handlers(stage: Stage) -> None:
    """A thousand conversations with a mebibyte of Input each, over ten connections, that never take an output."""
    body = echo.StringValue(value="x" * (1 << 20)).SerializeToString()
    crowd = stage.crowd(10, limits=_UNREADY)
    for stream in range(1, 101):
        crowd.send(struct.pack("<IBBHI", 8 + len(body), TYPES["ACTIVATE"], 0, echo.ECHO_BOARD_CONVERSE, stream), body)
    crowd.run(stage.end)
    stage.held.append(crowd)


@attack("abandoned-frames", longer=2)
def abandoned_frames(stage: Stage) -> None:
    """A connection sends half of a large frame and goes; again and again, so that what was held must be given back."""
    data = struct.pack("<IBBHI", 16 << 20, TYPES["ACTIVATE"], END, stage.boards.inputs[0].board, 1) + bytes(8 << 20)
    while not stage.is_over:
        for connection in stage.opened():
            try:
                stage.send(connection, data)
            except CUT_OFF:
                stage.effort["cut"] += 1
            connection.close()
        stage.held.clear()
