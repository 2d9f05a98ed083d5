"""Attacks before WELCOME."""
import functools

from attack import ECHO, EVERYBODY, SUPERVISOR, VERTICALS, attack
from connection import END, META, frame
from exported import wire
from stage import CUT_OFF, Stage

_WRONG: str = "0" * 64
_CONTRACT_BYTES: int = 15 << 20


@attack("silence", EVERYBODY)
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
def large_contract() -> bytes:
    """A DESCRIBE of 15 MiB in which every board has a type of its own, so that all of it must be looked at."""
    contract = wire.ContractDescriptor(name="Echo", fingerprint=_WRONG)
    text = "a sentence that says nothing. " * 8
    for number in range(30_000):
        name = f"Type{number}"
        contract.boards.add(
            name=f"board{number}", number=number + 1, documentation=text, input=name, output="[[Int]?]", many=False, idempotent=False)
        described = contract.types.add(name=name, documentation="", open=False)
        for field in range(1, 4):
            described.fields.add(name=f"field{field}", number=field, type=f"Type{(number + field) % 30_000}?", documentation="")
    data = wire.Describe(contract=contract).SerializeToString()
    assert len(data) < 16 << 20, len(data)
    return frame("DESCRIBE", data)


def _describe(stage: Stage, count: int) -> None:
    data = large_contract()
    connections = [stage.connect() for _ in range(count)]
    for connection in connections:
        stage.send(connection, stage.hello(connection, fingerprint=_WRONG))
    for connection in connections:
        try:
            if connection.receive().type == "DESCRIBE":
                stage.send(connection, data)
        except CUT_OFF:
            stage.effort["cut"] += 1
    for connection in connections:
        try:
            connection.socket.settimeout(stage.left)
            stage.effort["cut"] += any(got.type in ("REJECT", "FAIL") for got in connection.until_end())
        except CUT_OFF:
            stage.effort["cut"] += 1


@attack("describe-large", (ECHO, SUPERVISOR, *VERTICALS), longer=2)
def describe_large(stage: Stage) -> None:
    """DESCRIBE with a contract of 15 MiB, every board of it with a type of its own."""
    _describe(stage, 1)


@attack("describe-sixteen", longer=3)
def describe_sixteen(stage: Stage) -> None:
    """DESCRIBE with a contract of 15 MiB, on sixteen connections."""
    _describe(stage, 16)


@attack("describe-never")
def describe_never(stage: Stage) -> None:
    """Two hundred connections with an unknown fingerprint that never answer DESCRIBE."""
    for _ in range(200):
        connection = stage.connect()
        stage.send(connection, stage.hello(connection, fingerprint=_WRONG))
    stage.wait(stage.left)


@attack("garbage-after-hello", EVERYBODY)
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
