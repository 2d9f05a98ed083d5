"""Attacks before WELCOME."""
import functools

from attack import ECHO, EVERYBODY, SUPERVISOR, attack
from connection import END, META, frame, varint
from crowd import Crowd
from exported import wire
from stage import CUT_OFF, Stage

_WRONG: str = "0" * 64
_CONTRACT_BYTES: int = 15 << 20


@attack("silence", (ECHO, SUPERVISOR))
def silence(stage: Stage) -> None:
    """Two hundred connections that never say HELLO."""
    for _ in range(200):
        stage.connect()
    stage.wait(stage.left)


@attack("hello-by-bytes", (ECHO,))
def hello_by_bytes(stage: Stage) -> None:
    """Fifty connections that send HELLO one byte at a time."""
    connections = [stage.connect() for _ in range(50)]
    hello = stage.hello(connections[0])
    for byte in hello:
        if stage.is_over:
            break
        for connection in connections:
            stage.send(connection, bytes([byte]))
        stage.wait(0.005)


@attack("hello-too-long", (ECHO, SUPERVISOR))
def hello_too_long(stage: Stage) -> None:
    """A HELLO of 16 MiB, then one of 65 KiB: 64 KiB are the most."""
    for size in (16 << 20, 65 << 10):
        hello = frame("HELLO", wire.Hello(
            version=1, consumer=stage.consumer, provider=stage.boards.provider, instance="x" * (size - 1024), fingerprint=_WRONG,
            limits=wire.PeerLimits(frame_bytes=16 << 20, streams=1, output_credit=1)))
        for _ in range(4):
            try:
                stage.send(stage.connect(), hello)
            except CUT_OFF:
                stage.effort["cut"] += 1


@functools.cache
def large_contract(name: bytes, least: int = _CONTRACT_BYTES) -> bytes:
    """A DESCRIBE of 15 MiB: as many boards as go into it, each as small as one can be, and none that a provider has."""
    boards: list[bytes] = []
    size = 0
    while size < least:
        # Name, number, documentation, input, output, many, idempotent.
        body = b"\x0a\x01x" + b"\x10" + varint(1 << 14 | len(boards)) + b"\x1a\x00\x22\x01I\x2a\x01O\x30\x00\x40\x00"
        boards.append(b"\x22" + varint(len(body)) + body)
        size += len(boards[-1])
    contract = b"\x0a" + varint(len(name)) + name + b"\x12\x40" + _WRONG.encode() + b"".join(boards)
    return frame("DESCRIBE", b"\x0a" + varint(len(contract)) + contract)


@functools.cache
def odd_contracts(name: str) -> list[bytes]:
    """Contracts that no generator makes: everything twice, types in a circle, types nested deep in their expressions."""
    boards = dict(documentation="", many=False, idempotent=False)
    twice = wire.ContractDescriptor(name=name, fingerprint=_WRONG)
    circle = wire.ContractDescriptor(name=name, fingerprint=_WRONG)
    deep = wire.ContractDescriptor(name=name, fingerprint=_WRONG)
    for number in (0, 1, 1, 0xFFFFFFFF):
        twice.boards.add(name="echo", number=number, input="EchoPayload", output="EchoPayload", **boards)
        described = twice.types.add(name="EchoPayload", documentation="", open=False)
        described.fields.add(name="bytes", number=number, type="[UInt8]", documentation="")
        described.fields.add(name="bytes", number=number, type="EchoPayload", documentation="")
    twice.reserved.extend([1, 1, 0, 0xFFFFFFFF])
    circle.boards.add(name="echo", number=1, input="EchoPayload", output="EchoPayload", **boards)
    for one, other in (("EchoPayload", "Other"), ("Other", "EchoPayload")):
        described = circle.types.add(name=one, documentation="", open=False)
        described.fields.add(name="bytes", number=1, type=other, documentation="")
    for text in ("[" * 200_000 + "Int" + "]" * 200_000, "Int" + "?" * 200_000, "[" * 200_000, "[String: " * 50_000, "A." * 100_000, ""):
        deep.boards.add(name="echo", number=1, input=text, output=text, command=text, **boards)
    return [frame("DESCRIBE", wire.Describe(contract=each)) for each in (twice, circle, deep)]


def _name(stage: Stage) -> str:
    """The name of the contract that the daemon serves: it looks no further at another one."""
    return stage.boards.interface.title().replace("_", "")


def _describe(stage: Stage, count: int, data: bytes) -> None:
    connections = [stage.connect() for _ in range(count)]
    for connection in connections:
        stage.send(connection, stage.hello(connection, fingerprint=_WRONG))
    asked = [connection for connection in connections if connection.receive().type == "DESCRIBE"]
    crowd = Crowd(asked, stage.effort)
    crowd.send(data)
    crowd.run(stage.end, reading=1 << 16)
    stage.held.append(crowd)


@attack("describe-large", EVERYBODY)
def describe_large(stage: Stage) -> None:
    """DESCRIBE with a contract of 15 MiB, all of it boards that nobody has."""
    _describe(stage, 1, large_contract(_name(stage).encode()))


@attack("describe-sixteen", longer=6)
def describe_sixteen(stage: Stage) -> None:
    """DESCRIBE with a contract of 15 MiB, on sixteen connections."""
    _describe(stage, 16, large_contract(_name(stage).encode()))


@attack("describe-together", longer=4)
def describe_together(stage: Stage) -> None:
    """DESCRIBE with a contract of 30 KiB on two hundred connections, with all the last bytes at once."""
    whole = large_contract(_name(stage).encode(), 30 << 10)
    connections = [stage.connect() for _ in range(200)]
    for connection in connections:
        stage.send(connection, stage.hello(connection, fingerprint=_WRONG))
    asked = [connection for connection in connections if connection.receive().type == "DESCRIBE"]
    for connection in asked:
        stage.send(connection, whole[:-1])
    stage.wait(0.3)
    crowd = Crowd(asked, stage.effort)
    crowd.send(whole[-1:])
    crowd.run(stage.end, reading=1 << 16)
    stage.held.append(crowd)


@attack("describe-odd", (ECHO, SUPERVISOR))
def describe_odd(stage: Stage) -> None:
    """DESCRIBE with boards, types and fields that come twice, types in a circle, and expressions that nest without end."""
    while not stage.is_over:
        for data in odd_contracts(_name(stage)):
            _describe(stage, 1, data)
        stage.held.clear()


@attack("describe-never")
def describe_never(stage: Stage) -> None:
    """Two hundred connections with an unknown fingerprint that never answer DESCRIBE."""
    for _ in range(200):
        connection = stage.connect()
        stage.send(connection, stage.hello(connection, fingerprint=_WRONG))
    stage.wait(stage.left)


@attack("garbage-after-hello", (ECHO, SUPERVISOR))
def garbage_after_hello(stage: Stage) -> None:
    """A good HELLO with random bytes behind it, again and again."""
    while not stage.is_over:
        try:
            connection = stage.connect()
            stage.send(connection, stage.hello(connection) + stage.random.randbytes(stage.random.choice((8, 64, 4096, 100_000))))
            connection.until_end()
        except CUT_OFF:
            stage.effort["cut"] += 1
        stage.held.clear()


@attack("before-welcome")
def before_welcome(stage: Stage) -> None:
    """Hundreds of ACTIVATE, COMMAND without credit, and 4 MiB, all in one piece with HELLO."""
    board = stage.boards.inputs[0]
    talk = stage.boards.conversation
    assert talk is not None
    behind = [
        b"".join(frame("ACTIVATE", board.body, END, board.board, stream) for stream in range(1, 600)),
        frame("ACTIVATE", talk.body, 0, talk.board, 1) + frame("COMMAND", talk.command(64), stream=1) * 600,
        frame("ACTIVATE", b"\0" * (4 << 20), END, board.board, 1),
        frame("DESCRIBE", b"\0" * 1024) * 64,
    ]
    while not stage.is_over:
        for data in behind:
            try:
                connection = stage.connect()
                stage.send(connection, stage.hello(connection) + data)
                connection.socket.settimeout(0.1)
                connection.until_end()
            except CUT_OFF:
                stage.effort["cut"] += 1
        stage.held.clear()


@attack("wrong-first-frame", (ECHO, SUPERVISOR))
def wrong_first_frame(stage: Stage) -> None:
    """Every type of frame where HELLO should be, and a second HELLO behind the first."""
    firsts = [frame(name, b"\x08\x01", flags, 1, 1) for name in (
        "WELCOME", "REJECT", "DESCRIBE", "ACTIVATE", "OUTPUT", "COMMAND", "COMPLETE", "REFUSE", "FAIL", "CANCEL", "CREDIT", "FINISH",
        "PING", "PONG", "DRAIN") for flags in (0, END, META | END)]
    while not stage.is_over:
        for data in firsts:
            try:
                connection = stage.connect()
                stage.send(connection, data)
                stage.effort["cut"] += bool(connection.until_end())
            except CUT_OFF:
                stage.effort["cut"] += 1
            stage.held.clear()
        connection = stage.connect()
        stage.violate(stage.hello(connection))
