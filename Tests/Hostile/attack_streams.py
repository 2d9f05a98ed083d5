"""Streams: numbers that go wrong, frames for streams that were never opened, and boards that nobody offers."""
import socket

from attack import ECHO, SUPERVISOR, VERTICALS, attack
from boards import echo
from connection import END, frame
from exported import wire
from stage import CUT_OFF, Stage

_LAST: int = 0xFFFFFFFF


@attack("stream-numbers", (ECHO, SUPERVISOR))
def stream_numbers(stage: Stage) -> None:
    """Streams that go backwards, leave gaps, come twice, are 0, or stand at the end of the numbers."""
    board = stage.boards.inputs[0]
    series = [(5, 4), (1, 1), (0,), (1, 3), (2, 1), (_LAST,), (_LAST - 1, _LAST), (_LAST, 0), (1, 2, 2), (1, 2, 1_000_000)]
    while not stage.is_over:
        for streams in series:
            stage.violate(b"".join(frame("ACTIVATE", board.body, END, board.board, stream) for stream in streams))


@attack("never-opened", (ECHO, SUPERVISOR))
def never_opened(stage: Stage) -> None:
    """CREDIT, COMMAND, FINISH and CANCEL for streams that were never opened, and for 0."""
    while not stage.is_over:
        for stream in (0, 1, 77, _LAST):
            for name, body in (("CREDIT", wire.Credit(count=1)), ("COMMAND", b"x" * 100_000), ("FINISH", b""), ("CANCEL", b"")):
                stage.violate(frame(name, body, END if name in ("FINISH", "CANCEL") else 0, 0, stream))


@attack("unknown-boards", (ECHO, SUPERVISOR))
def unknown_boards(stage: Stage) -> None:
    """Every number of a board there is, with answers unread."""
    crowd = stage.crowd(4)
    for start in range(0, 65_536, 4096):
        # From the last to the first: the real ones come in the end.
        crowd.send(b"".join(frame("ACTIVATE", b"", END, 65_535 - number, number + 1) for number in range(start, start + 4096)))
    crowd.run(stage.end)
    stage.held.append(crowd)


@attack("late-frames")
def late_frames(stage: Stage) -> None:
    """Frames by the hundred thousand for streams that have ended: they are ignored, and must cost next to nothing."""
    [connection] = stage.opened()
    board = stage.boards.inputs[0]
    connection.call(board.board, board.body)
    late = (frame("CREDIT", wire.Credit(count=1), stream=1) + frame("FINISH", flags=END, stream=1)
            + frame("COMMAND", b"x", stream=1) + frame("CANCEL", flags=END, stream=1)) * 2000
    while not stage.is_over:
        stage.send(connection, late)


@attack("open-conversations", (ECHO, "svc-maps", "svc-authentication"), longer=2)
def open_conversations(stage: Stage) -> None:
    """Ten thousand streams that stay open on each of two connections, and one output credit for all of them."""
    call = stage.boards.conversation or stage.boards.stream
    crowd = stage.crowd(2, limits=wire.PeerLimits(frame_bytes=16 << 20, streams=16_384, output_credit=1))
    for start in range(1, 10_001, 1000):
        crowd.send(b"".join(frame("ACTIVATE", call.body, 0, call.board, stream) for stream in range(start, start + 1000)))
    crowd.run(stage.end, reading=1 << 16)
    stage.held.append(crowd)


@attack("stream-collisions", longer=2)
def stream_collisions(stage: Stage) -> None:
    """Eight thousand streams stay open, and numbers go round behind them: each new one may cost no more than the first did."""
    quiet = echo.CountRequest(count=1, delay=3_600_000_000_000).SerializeToString()
    board = echo.ECHO_BOARD_COUNT
    crowd = stage.crowd(1)
    crowd.send(b"".join(frame("ACTIVATE", quiet, END, board, stream) for stream in range(1, 8001)))
    stream = 8001
    while not stage.is_over and crowd.members:
        crowd.send(b"".join(
            frame("ACTIVATE", quiet, END, board, number) + frame("CANCEL", flags=END, stream=number)
            for number in range(stream, stream + 2000)))
        crowd.finish(stage.end, 1 << 18)
        stream += 2000
    stage.held.append(crowd)


@attack("half-closed", (ECHO, *VERTICALS), longer=3)
def half_closed(stage: Stage) -> None:
    """Connections that close their own side while calls and streams are open, and read nothing."""
    call, stream = stage.boards.large, stage.boards.stream
    while not stage.is_over:
        for connection in stage.opened(20):
            try:
                stage.send(connection, b"".join(
                    connection.activation(each.board, each.body, END)[0] for each in [stream, *[call] * 20]))
                connection.socket.shutdown(socket.SHUT_WR)
            except CUT_OFF:
                stage.effort["cut"] += 1
        if len(stage.held) > 400:
            for connection in stage.held[:200]:
                connection.close()
            del stage.held[:200]
