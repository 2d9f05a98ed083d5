"""Inputs and commands that no decoder should fall over."""
from attack import ECHO, EVERYBODY, attack
from connection import END, frame, varint
from stage import Stage


def _nested(depth: int, key: bytes) -> bytes:
    """A message in a message in a message."""
    pieces: list[bytes] = []
    length = 0
    for _ in range(depth):
        head = key + varint(length)
        pieces.append(head)
        length += len(head)
    return b"".join(reversed(pieces))


def _inputs(stage: Stage, bodies: list[bytes]) -> None:
    """To every board that the daemon offers, with answers read as far as they come."""
    boards = [call.board for call in stage.boards.inputs]
    while not stage.is_over:
        crowd = stage.crowd(1)
        stream = 0
        for body in bodies:
            for board in boards:
                stream += 1
                crowd.send(frame("ACTIVATE", body, END, board, stream))
        crowd.finish(stage.end, 1 << 18)
        for member in list(crowd.members):
            crowd.leave(member)
            stage.effort["cut"] -= 1
        stage.held.clear()


@attack("deep-nesting", EVERYBODY)
def deep_nesting(stage: Stage) -> None:
    """Inputs that hold a message in a message, a hundred thousand deep and more, in every field; and groups that never end."""
    keys = [bytes([number << 3 | 2]) for number in range(1, 9)]
    bodies = [_nested(depth, key) for key in keys for depth in (100, 5000)] + [_nested(200_000, keys[0])]
    bodies += [bytes([number << 3 | 3]) * 1_000_000 for number in (1, 2, 15)] + [b"\x0b" * 500_000 + b"\x0c" * 500_000]
    _inputs(stage, bodies)


@attack("huge-counts", EVERYBODY)
def huge_counts(stage: Stage) -> None:
    """Lengths of strings, bytes and packed arrays that say 2^31, 2^32, 2^63 and more, and varints that never end."""
    lengths = [varint(value) for value in (1 << 20, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63,
                                           (1 << 64) - 1)] + [b"\xff" * 10, b"\xff" * 11, b"\x80" * 1000]
    bodies = [bytes([number << 3 | kind]) + length + b"abc" for number in range(1, 9) for kind in (0, 2) for length in lengths]
    bodies += [b"\x00" + length for length in lengths] + [b"\xff" * 4 + b"\x7f" + length for length in lengths]
    _inputs(stage, bodies)


@attack("spoiled-values", EVERYBODY)
def spoiled_values(stage: Stage) -> None:
    """Text that is no UTF-8, cases that no enum has, numbers that are none, and lengths that are wrong for a UUID."""
    texts = [b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"a\0b", b"\xcc\x81" * 50_000, b"e\xcc\x81" * 50_000,
             b"\xe2\x80\xae" * 100, b"\xf0\x9f\x91\xa8\xe2\x80\x8d" * 20_000, b"\x1b[2J" * 100]
    bodies = [bytes([number << 3 | 2]) + varint(len(text)) + text for number in range(1, 9) for text in texts]
    # Cases without a name, doubles that are infinite or no number, integers at their ends.
    doubles = [b"\0\0\0\0\0\0\xf0\x7f", b"\0\0\0\0\0\0\xf8\x7f", b"\xff" * 8]
    bodies += [bytes([number << 3 | 1]) + double for number in range(1, 9) for double in doubles]
    coordinates = [b"\x09" + double + b"\x11" + double for double in doubles]
    bodies += [b"\x12" + varint(len(each)) + each for each in coordinates]
    bodies += [bytes([number << 3]) + varint(value) for number in range(1, 9) for value in (0, 99, 1 << 32, (1 << 63) - 1, (1 << 64) - 1)]
    _inputs(stage, bodies)


@attack("accents", EVERYBODY, longer=2)
def accents(stage: Stage) -> None:
    """A letter with 450,000 accents in every field: to compare, hash, split or count such a text takes tens of milliseconds."""
    texts = [b"e" + b"\xcc\x81" * 450_000, b"p." + b"\xcc\x81\xcc\xa3" * 225_000, b"1-" * 450_000, b"a." * 450_000, b"x " * 450_000]
    _inputs(stage, [bytes([number << 3 | 2]) + varint(len(text)) + text for text in texts for number in range(1, 9)])


@attack("commands-spoiled", (ECHO, "svc-maps"), soak=False)  # its board is the operator's, and a soak comes by another edge
def commands_spoiled(stage: Stage) -> None:
    """Commands that do not parse, one in each conversation, by the thousand."""
    talk = stage.boards.conversation
    assert talk is not None
    bad = [b"", b"\xff" * 32, b"\x7a\x00", b"\x0a\x05abc", _nested(10_000, b"\x0a"), b"\x0a" + varint(1 << 62)]
    while not stage.is_over:
        for connection in stage.opened(1):
            for body in bad * 4:
                stream = connection.activate(talk.board, talk.body)
                while (got := connection.receive()).stream != stream or got.type != "CREDIT":
                    assert not (got.stream == stream and got.is_terminal), got
                stage.send(connection, frame("COMMAND", body, stream=stream))
        stage.held.clear()
