"""Credit: too much, none, for nothing, and commands that nobody paid for."""
from attack import ECHO, attack
from boards import echo
from connection import END, frame, varint
from exported import wire
from stage import Stage

_MOST: int = 0xFFFFFFFF


def _stream(stage: Stage) -> bytes:
    return frame("ACTIVATE", stage.boards.stream.body, END, stage.boards.stream.board, 1)


@attack("credit-overflow", (ECHO, "svc-maps", "svc-authentication"))
def credit_overflow(stage: Stage) -> None:
    """CREDIT of 2^32-1, over and over, on one open stream: the sum must not overflow, whatever it is added up in."""
    data = frame("CREDIT", wire.Credit(count=_MOST), stream=1) * 4000
    while not stage.is_over:
        for connection in stage.opened():
            stage.send(connection, _stream(stage) + data)
            connection.close()
        stage.held.clear()


@attack("credit-sum", longer=2)
def credit_sum(stage: Stage) -> None:
    """The same on a stream that gives nothing for an hour, without a pause: as far towards 2^64 as time allows."""
    quiet = echo.CountRequest(count=2, delay=3_600_000_000_000).SerializeToString()
    data = frame("CREDIT", wire.Credit(count=_MOST), stream=1) * 4000
    crowd = stage.crowd(1)
    crowd.send(frame("ACTIVATE", quiet, END, echo.ECHO_BOARD_COUNT, 1))
    while not stage.is_over and crowd.members:
        crowd.send(data)
        crowd.run(stage.end)
    stage.held.append(crowd)


@attack("credit-wrong")
def credit_wrong(stage: Stage) -> None:
    """CREDIT of 0, of more than 32 bits, negative, without a count, and on a board with one output."""
    bodies = [varint(8) + varint(value) for value in (0, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)] + [
        b"", b"\x08", b"\x08" + b"\xff" * 11, b"\x0a\x01\x01"]
    single = stage.boards.inputs[0]
    while not stage.is_over:
        for body in bodies:
            stage.violate(_stream(stage) + frame("CREDIT", body, stream=1) * 8)
            stage.violate(frame("ACTIVATE", single.body, END, single.board, 1) + frame("CREDIT", body, stream=1))
        stage.violate(frame("ACTIVATE", single.body, END, single.board, 1) + frame("CREDIT", wire.Credit(count=_MOST), stream=1) * 8)


@attack("unpaid-commands", (ECHO, "svc-clinical-records"))
def unpaid_commands(stage: Stage) -> None:
    """Commands without credit: five thousand small ones, and some of a mebibyte, at once behind ACTIVATE."""
    talk = stage.boards.conversation
    assert talk is not None
    start = frame("ACTIVATE", talk.body, 0, talk.board, 1)
    small, large = frame("COMMAND", talk.command(8), stream=1) * 5000, frame("COMMAND", talk.command(1 << 20), stream=1) * 32
    while not stage.is_over:
        stage.violate(start + small)
        stage.violate(start + large)
