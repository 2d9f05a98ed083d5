"""Valid traffic with bytes changed by chance: one seed gives one attack."""
from attack import EVERYBODY, attack
from connection import END, Connection, frame
from exported import wire
from stage import CUT_OFF, Stage


def _traffic(stage: Stage, connection: Connection) -> bytes:
    """What a client could say: HELLO, calls with metadata, a conversation, credit, and how they end."""
    pieces = [stage.hello(connection)]
    for call in stage.boards.inputs:
        data, stream = connection.activation(call.board, call.body, END, wire.Metadata(attempt=1, session="s", idempotency_key="k"))
        pieces.append(data)
        pieces.append(frame("CREDIT", wire.Credit(count=3), stream=stream))
    talk = stage.boards.conversation
    if talk is not None:
        data, stream = connection.activation(talk.board, talk.body)
        pieces += [data, frame("COMMAND", talk.command(8), stream=stream), frame("FINISH", flags=END, stream=stream)]
    pieces += [frame("PING", b"12345678"), frame("CANCEL", flags=END, stream=1)]
    return b"".join(pieces)


@attack("mutation", EVERYBODY, longer=2)
def mutation(stage: Stage) -> None:
    """Valid traffic with bits turned, bytes taken out, put in and doubled, by a seed."""
    chance = stage.random
    while not stage.is_over:
        try:
            connection = stage.connect()
            data = bytearray(_traffic(stage, connection))
            hello = len(stage.hello(connection))
            for _ in range(chance.randint(1, 6)):
                # HELLO is left alone most of the time, or little would be behind it.
                at = chance.randrange(0 if chance.random() < 0.1 else hello, len(data))
                match chance.randrange(5):
                    case 0:
                        data[at] ^= 1 << chance.randrange(8)
                    case 1:
                        data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
                    case 2:
                        del data[at:at + chance.randint(1, 16)]
                    case 3:
                        data[at:at] = chance.randbytes(chance.randint(1, 16))
                    case 4:
                        data[at:at] = data[at:at + chance.randint(1, 64)]
            stage.send(connection, bytes(data))
            connection.socket.settimeout(0.01)
            connection.is_silent(0.01)
        except CUT_OFF:
            stage.effort["cut"] += 1
        if len(stage.held) > 50:
            for each in stage.held:
                each.close()
            stage.held.clear()
