"""Connections: all that there are, opened and closed, left half open."""
import struct

from attack import ECHO, SUPERVISOR, attack
from connection import END, TYPES, frame
from stage import CUT_OFF, Stage


@attack("connections-all", longer=5)
def connections_all(stage: Stage) -> None:
    """Ten thousand and more welcomed connections on one edge, which then say nothing; they answer no PING either."""
    stage.opened(stage.most_connections(10_400))
    stage.wait(stage.left)


@attack("connections-mute", (ECHO, "svc-maps"), longer=2)
def connections_mute(stage: Stage) -> None:
    """As many connections as one edge gets, and no HELLO on any."""
    for _ in range(stage.most_connections(10_400)):
        stage.connect()
    stage.wait(stage.left)


@attack("departures", longer=4)
def departures(stage: Stage) -> None:
    """Three thousand connections, each with calls on their way that end much later, which all leave at once."""
    call = stage.boards.stream
    opened = stage.opened(stage.most_connections(3_000))
    data = b"".join(frame("ACTIVATE", call.body, END, call.board, stream) for stream in range(1, 9))
    for connection in opened:
        stage.send(connection, data)
    stage.wait(0.3)
    for connection in opened:
        connection.close()
    stage.held.clear()
    stage.wait(stage.left)


@attack("connections-churn", (ECHO, SUPERVISOR))
def connections_churn(stage: Stage) -> None:
    """Connections that are opened and closed in a loop: at once, behind HELLO, and with calls on their way."""
    call = stage.boards.large
    while not stage.is_over:
        for step in range(3):
            try:
                connection = stage.connect()
                if step > 0:
                    stage.send(connection, stage.hello(connection))
                if step > 1:
                    stage.send(connection, b"".join(frame("ACTIVATE", call.body, END, call.board, stream) for stream in range(1, 20)))
            except CUT_OFF:
                stage.effort["cut"] += 1
            else:
                connection.close()
        stage.held.clear()


@attack("slow-loris", longer=3)
def slow_loris(stage: Stage) -> None:
    """A thousand connections, half before HELLO and half behind WELCOME, which send a byte of a frame now and then."""
    before = [stage.connect() for _ in range(500)]
    hello = stage.hello(before[0])
    behind = stage.opened(500)
    call = stage.boards.inputs[0]
    large = struct.pack("<IBBHI", 1 << 20, TYPES["ACTIVATE"], END, call.board, 1)
    for at in range(len(large)):
        for connections, data in ((before, hello), (behind, large)):
            for connection in list(connections):
                try:
                    stage.send(connection, data[at:at + 1])
                except CUT_OFF:
                    stage.effort["cut"] += 1
                    connections.remove(connection)
        if stage.is_over:
            return
        stage.wait(0.2)
