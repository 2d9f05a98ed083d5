#!/usr/bin/python3
"""Compares our codecs with the stock implementation of protobuf, on random values of every type that any contract has.

One way our codecs make a value and its bytes; the stock implementation reads them by the exported descriptor and writes them
again, and our codecs read that as the same value. The other way the stock implementation makes the value.
"""
import argparse
import json
import pathlib
import random
import sys
import time

from google.protobuf import descriptor_pb2
from google.protobuf.internal import api_implementation
from google.protobuf.message import DecodeError, Message
from google.protobuf.wrappers_pb2 import UInt32Value

from codec import RANDOM, ROUND_TRIP, Answer, Codec, Question
from contracts import ROOT, Contract, contracts
from texts import Texts
from values import Values

BATCH = 256


class Disagreement(Exception):
    """The two read or write something differently."""


class TypeUnderTest:
    def __init__(self, contract: Contract, name: str, index: int, generator: random.Random) -> None:
        self.name = f"{contract.lock['name']}.{name}"
        self.index = index
        self.random = generator
        self.values = Values(contract, generator)
        self.texts = Texts(contract)
        self.type = name
        self.contract = contract
        self.is_choice = contract.is_choice(name)

    def ours(self, codec: Codec, count: int) -> None:
        """Values that our codecs make: the stock implementation reads the same, and what it writes is the same to us."""
        made = codec.ask([Question(RANDOM, self.index, self.random.randbytes(8)) for _ in range(count)])
        parsed = [self.parsed(self.good(answer).encoded) for answer in made]
        for answer, message in zip(made, parsed):
            self.compare(answer.text, message)
            # What is not in the descriptor would come back as it was, and prove nothing.
            message.DiscardUnknownFields()
        again = codec.ask([Question(ROUND_TRIP, self.index, message.SerializeToString()) for message in parsed])
        for before, after in zip(made, again):
            if self.good(after).encoded != before.encoded:
                raise Disagreement(f"{self.name}: written by us {before.encoded.hex()}, by way of stock protobuf {after.encoded.hex()}")

    def theirs(self, codec: Codec, count: int) -> None:
        """Values that the stock implementation makes: we read the same, and what we write is the same to it."""
        made = [self.made() for _ in range(count)]
        answers = codec.ask([Question(ROUND_TRIP, self.index, message.SerializeToString()) for message in made])
        for before, answer in zip(made, answers):
            self.compare(self.good(answer).text, before)
            after = self.parsed(answer.encoded)
            # Not a number is no equal of itself, so bytes are compared.
            if before.SerializeToString(deterministic=True) != after.SerializeToString(deterministic=True):
                raise Disagreement(f"{self.name}: made by stock protobuf\n{before}\nby way of us\n{after}")

    def compare(self, ours: bytes, theirs: Message) -> None:
        text = self.text(theirs)
        if ours != text:
            raise Disagreement(f"{self.name}: the same bytes are to us\n  {ours!r}\nand to stock protobuf\n  {text!r}")

    def text(self, message: Message) -> bytes:
        if self.is_choice:
            return b"(value=" + self.texts.choice(self.type, message.value) + b",)"
        return self.texts.text(self.type, message)

    def good(self, answer: Answer) -> Answer:
        if not answer.is_good:
            raise Disagreement(f"{self.name}: our codec does not read it: {answer.bytes.decode()}")
        return answer

    def made(self) -> Message:
        if self.is_choice:
            # Alone it is field 1 of a message.
            return UInt32Value(value=self.values.choice(self.type))
        return self.values.value(self.type)

    def parsed(self, data: bytes) -> Message:
        message = UInt32Value() if self.is_choice else self.contract.message_class(self.type)()
        try:
            message.ParseFromString(data)
        except DecodeError as error:
            raise Disagreement(f"{self.name}: stock protobuf does not read {data.hex()}: {error}") from error
        return message


def types_under_test(codec: Codec, found: list[Contract], generator: random.Random) -> list[TypeUnderTest]:
    """Every type of every lock; a type without a codec here is an error, where its interface is listed at all: one that
    `svc-interface new` has just made is not."""
    made = []
    listed = {name.split(".")[0] for name in codec.types}
    for contract in found:
        if contract.lock["name"] not in listed | {"Descriptors"}:
            print(f"note: {contract.lock['name']} is in no list of InterfaceCodecs, and left out; add it", file=sys.stderr)
            continue
        for name in contract.types:
            # The descriptors of contracts stand in two locks, and the parts of screens in that of every interface that shows one.
            whole = f"{contract.lock['name']}.{name}"
            index = next((codec.types[key] for key in (whole, f"Frames.{name}", f"Presentation.{name}") if key in codec.types), None)
            if index is None:
                raise Disagreement(f"{whole} is in no list of InterfaceCodecs: add it")
            made.append(TypeUnderTest(contract, name, index, generator))
    return made


def compare(codec: Codec, types: list[TypeUnderTest], count: int) -> int:
    """Runs at least so many values, as many of each type either way; gives their number."""
    each = -(-count // (2 * len(types)))
    for tested in types:
        for start in range(0, each, BATCH):
            size = min(BATCH, each - start)
            tested.ours(codec, size)
            tested.theirs(codec, size)
    return 2 * each * len(types)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="the folder with oracle-codec and svc-interface")
    parser.add_argument("--values", type=int, default=100_000, help="how many values to compare, both ways together")
    parser.add_argument("--seed", type=int, default=None, help="the same seed gives the same values")
    parser.add_argument("--report", type=pathlib.Path, help="where to write {passed, failed}")
    options = parser.parse_args()
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    print(f"oracle: --seed {seed}, stock protobuf in {api_implementation.Type()}", flush=True)
    passed = False
    try:
        passed = run(options.binaries.resolve(), options.values, random.Random(seed))
    except Disagreement as disagreement:
        print(f"oracle: with --seed {seed}: {disagreement}")
    if options.report:
        options.report.write_text(json.dumps({"passed": int(passed), "failed": int(not passed)}))
    sys.exit(0 if passed else 1)


def check_canary(codec: Codec, found: list[Contract], generator: random.Random) -> None:
    """Plants a mistake in an exported type, a number without its zigzag: a comparison that does not see it sees nothing."""
    [sink] = [contract for contract in found if contract.lock["name"] == "KitchenSink"]
    wrong = descriptor_pb2.FileDescriptorProto()
    wrong.CopyFrom(sink.file)
    [optionals] = [message for message in wrong.message_type if message.name == "Optionals"]
    [number] = [field for field in optionals.field if field.name == "int"]
    number.type = number.TYPE_INT64
    tested = TypeUnderTest(Contract(sink.lock, wrong), "Optionals", codec.types["KitchenSink.Optionals"], generator)
    try:
        tested.theirs(codec, 100)
    except Disagreement:
        return
    raise Disagreement("a mistake that was planted in KitchenSink.Optionals stayed hidden")


def run(binaries: pathlib.Path, count: int, generator: random.Random) -> bool:
    codec = Codec(binaries / "oracle-codec")
    found = contracts(binaries / "svc-interface")
    check_canary(codec, found, generator)
    types = types_under_test(codec, found, generator)
    started = time.monotonic()
    done = compare(codec, types, count)
    codec.close()
    print(f"oracle: {done} values of {len(types)} types, {time.monotonic() - started:.1f} s: both agree on every one")
    return True


if __name__ == "__main__":
    main()
