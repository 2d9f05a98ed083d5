"""More of what is allowed than anybody needs."""
from attack import ECHO, EVERYBODY, SUPERVISOR, VERTICALS, attack
from boards import PING, ping
from connection import END, frame
from stage import Stage

#: A number of a stream has 32 bits; a flood never gets there.
_PIECE: int = 2000


@attack("activate-flood", EVERYBODY)
def activate_flood(stage: Stage) -> None:
    """ACTIVATE as fast as it goes on one connection that reads every answer."""
    _flood(stage, 1)


@attack("activate-flood-many", longer=2)
def activate_flood_many(stage: Stage) -> None:
    """The same on fifty connections."""
    _flood(stage, 50)


def _flood(stage: Stage, connections: int) -> None:
    crowd = stage.crowd(connections)
    call = stage.boards.cheap
    stream = 1
    while not stage.is_over and crowd.members:
        data = b"".join(frame("ACTIVATE", call.body, END, call.board, number) for number in range(stream, stream + _PIECE))
        crowd.send(data)
        crowd.finish(stage.end, 1 << 18)
        stream += _PIECE
    stage.held.append(crowd)


@attack("rapid-reset", (ECHO, "svc-maps", SUPERVISOR), longer=2)
def rapid_reset(stage: Stage) -> None:
    """ACTIVATE and CANCEL by the hundred thousand on four connections, for a stream that would go on for ever."""
    _reset(stage, reading=1 << 18)


@attack("rapid-reset-unread", (ECHO, "svc-authentication"), longer=2)
def rapid_reset_unread(stage: Stage) -> None:
    """The same, with no answer read."""
    _reset(stage, reading=0)


def _reset(stage: Stage, reading: int) -> None:
    crowd = stage.crowd(4)
    call = stage.boards.stream
    stream = 1
    while not stage.is_over and crowd.members:
        crowd.send(b"".join(
            frame("ACTIVATE", call.body, END, call.board, number) + frame("CANCEL", flags=END, stream=number)
            for number in range(stream, stream + _PIECE)))
        crowd.finish(stage.end, reading)
        stream += _PIECE
    stage.held.append(crowd)


@attack("costly-calls", VERTICALS, longer=2)
def costly_calls(stage: Stage) -> None:
    """The dearest board that needs no session, two thousand calls on each of ten connections, with every answer read."""
    crowd = stage.crowd(10)
    call = stage.boards.large
    crowd.send(b"".join(frame("ACTIVATE", call.body, END, call.board, stream) for stream in range(1, 2001)))
    crowd.run(stage.end, reading=1 << 18)
    stage.held.append(crowd)


@attack("large-calls", longer=2)
def large_calls(stage: Stage) -> None:
    """Pings of 8 MiB, eight at a time on four connections, with every answer read."""
    crowd = stage.crowd(4)
    body = ping(bytes(8 << 20))
    for stream in range(1, 9):
        crowd.send(frame("ACTIVATE", body, END, PING, stream))
    crowd.run(stage.end, reading=1 << 20)
    stage.held.append(crowd)
