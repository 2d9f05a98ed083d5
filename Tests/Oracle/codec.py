"""Our codecs, in a process of their own: questions go in and answers come out in batches."""
import pathlib
import struct
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

NAMES, ROUND_TRIP, RANDOM, VERDICT = range(4)


class Question(NamedTuple):
    operation: int
    type: int
    bytes: bytes


class Answer(NamedTuple):
    is_good: bool
    bytes: bytes

    @property
    def encoded(self) -> bytes:
        """The value that was asked about, as our codec writes it."""
        [length] = struct.unpack_from("<I", self.bytes)
        return self.bytes[4:4 + length]

    @property
    def text(self) -> bytes:
        """The value as text."""
        [length] = struct.unpack_from("<I", self.bytes)
        return self.bytes[4 + length:]


class Codec:
    def __init__(self, program: pathlib.Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        [names] = self.ask([Question(NAMES, 0, b"")])
        if not names.is_good:
            raise RuntimeError(names.bytes.decode())
        #: The index of each type, by `Maps.Place`.
        self.types = {name: index for index, name in enumerate(names.bytes.decode().split("\n"))}

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        batch = b"".join(struct.pack("<BHI", *question[:2], len(question.bytes)) + question.bytes for question in questions)
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(struct.pack("<I", len(batch)) + batch)
        self.process.stdin.flush()
        [length] = struct.unpack("<I", self.read(4))
        return self.answers(self.read(length), len(questions))

    def read(self, count: int) -> bytes:
        assert self.process.stdout
        data = self.process.stdout.read(count)
        if len(data) != count:
            raise RuntimeError(f"the codecs' process ended with {self.process.wait()}")
        return data

    def answers(self, data: bytes, count: int) -> list[Answer]:
        answers, offset = [], 0
        while offset < len(data):
            status, length = struct.unpack_from("<BI", data, offset)
            answers.append(Answer(status == 0, data[offset + 5:offset + 5 + length]))
            offset += 5 + length
        assert len(answers) == count, f"{count} questions, {len(answers)} answers"
        return answers

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        if self.process.wait(20) != 0:
            raise RuntimeError(f"the codecs' process ended with {self.process.returncode}")
