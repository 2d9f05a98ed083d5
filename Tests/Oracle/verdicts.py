#!/usr/bin/python3
"""Compares what our rules say of a changed contract with what becomes of messages when the stock implementation reads them.

Half of the changes are tried as an Input, half as an Output; the writer has the old contract or the new one. Where the rules say
that two contracts fit, and a message is not read as it was meant, this fails. Rules that are stricter than the wire are counted.
"""
import argparse
import collections
import json
import pathlib
import random
import sys
import tempfile
import time
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError, Message
from google.protobuf.wrappers_pb2 import UInt32Value

from codec import VERDICT, Codec, Question
from contracts import ROOT, Contract, contracts, export, read
from meaning import Broken, Meaning, agree
from mutations import Lock, mutate, probe
from values import Values

BATCH = 200
#: Messages of a writer that are read, at most: the first that is misread ends it.
TRIES = 40


class Case(NamedTuple):
    change: str
    root: str
    writer: Lock
    reader: Lock
    is_input: bool

    @property
    def description(self) -> str:
        return f"{self.change}, in an {'Input' if self.is_input else 'Output'} {self.root}"


def cases(found: list[Contract], count: int, generator: random.Random) -> list[Case]:
    made: list[Case] = []
    while len(made) < count:
        lock = generator.choice(found).lock
        root = generator.choice(lock["types"])["name"]
        old, new = (probe(lock, root, f"Probe{len(made)}{age}") for age in ("Old", "New"))
        change = mutate(new, root, generator)
        # What a change leaves out of reach stays in the contract.
        if change:
            writer, reader = (old, new) if generator.random() < 0.5 else (new, old)
            age = "old" if writer is old else "new"
            made.append(Case(f"{change} (the {age} one writes)", root, writer, reader, generator.random() < 0.5))
    return made


def question(case: Case) -> Question:
    """Consumer and provider: of an Input the consumer is the writer."""
    consumer, provider = (case.writer, case.reader) if case.is_input else (case.reader, case.writer)
    board = "take" if case.is_input else "give"
    parts = [json.dumps(lock | {"name": "Probe", "boards": [b for b in lock["boards"] if b["name"] == board]}).encode()
             for lock in (consumer, provider)]
    return Question(VERDICT, 0, len(parts[0]).to_bytes(4, "little") + parts[0] + parts[1])


def misreading(case: Case, exported: dict[str, Contract], generator: random.Random) -> str:
    """What goes wrong with a message, or nothing."""
    writer, reader = exported[case.writer["name"]], exported[case.reader["name"]]
    values = Values(writer, generator, knows_all_cases=True)
    meant, understood = Meaning(writer, True), Meaning(reader, not case.is_input)
    for _ in range(TRIES):
        message = UInt32Value(value=values.choice(case.root)) if writer.is_choice(case.root) else values.value(case.root)
        received: Message = UInt32Value() if reader.is_choice(case.root) else reader.message_class(case.root)()
        try:
            received.ParseFromString(message.SerializeToString())
            if not agree(meant.of(case.root, message), understood.of(case.root, received)):
                return f"{message.SerializeToString().hex()} is read as {received}"
        except (Broken, DecodeError) as error:
            return str(error)
    return ""


def exported(tool: pathlib.Path, batch: list[Case]) -> dict[str, Contract]:
    by_name = {lock["name"]: lock for case in batch for lock in (case.writer, case.reader)}
    with tempfile.TemporaryDirectory(prefix="colonnade-verdicts-") as name:
        folder = pathlib.Path(name)
        sources = [folder / f"{lock['name']}.contract.json" for lock in by_name.values()]
        for source, lock in zip(sources, by_name.values()):
            source.write_text(json.dumps(lock))
        export(tool, [], sources, folder)
        files = [read(path) for path in folder.glob("*.binpb")]
    packages = {file.package.replace("_", ""): file for file in files}
    return {name: Contract(lock, packages[name.lower()]) for name, lock in by_name.items()}


class Tally:
    def __init__(self) -> None:
        self.agreed: collections.Counter[str] = collections.Counter()
        self.strict: collections.Counter[str] = collections.Counter()
        self.wrong: list[str] = []

    def add(self, case: Case, said: str, misread: str) -> None:
        if bool(said) == bool(misread):
            self.agreed["breaks" if said else "fits"] += 1
        elif said:
            self.strict[said.rpartition("[")[2].rstrip("]")] += 1
        else:
            self.wrong.append(f"{case.description}: the rules let it pass, and {misread}")


def run(binaries: pathlib.Path, count: int, generator: random.Random) -> Tally:
    codec = Codec(binaries / "oracle-codec")
    tally = Tally()
    made = cases(contracts(binaries / "svc-interface"), count, generator)
    for start in range(0, len(made), BATCH):
        batch = made[start:start + BATCH]
        known = exported(binaries / "svc-interface", batch)
        for case, answer in zip(batch, codec.ask([question(case) for case in batch])):
            if not answer.is_good:
                raise RuntimeError(f"{case.description}: {answer.bytes.decode()}")
            tally.add(case, answer.bytes.decode(), misreading(case, known, generator))
    codec.close()
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="the folder with oracle-codec and svc-interface")
    parser.add_argument("--changes", type=int, default=1_000, help="how many contracts to change")
    parser.add_argument("--seed", type=int, default=None, help="the same seed makes the same changes")
    parser.add_argument("--report", type=pathlib.Path, help="where to write {passed, failed}")
    options = parser.parse_args()
    seed = random.SystemRandom().getrandbits(32) if options.seed is None else options.seed
    print(f"verdicts: --seed {seed}", flush=True)
    started = time.monotonic()
    tally = run(options.binaries.resolve(), options.changes, random.Random(seed))
    strict = ", ".join(f"{rule} {number}" for rule, number in tally.strict.most_common())
    print(f"verdicts: {options.changes} changes, {time.monotonic() - started:.1f} s: {tally.agreed['breaks']} break and "
          f"{tally.agreed['fits']} fit, as the rules say; the rules are stricter {sum(tally.strict.values())} times ({strict})")
    for line in tally.wrong[:20]:
        print(f"verdicts: with --seed {seed}: {line}")
    # Both kinds must be among them, or nothing was compared.
    passed = not tally.wrong and min(tally.agreed["breaks"], tally.agreed["fits"]) > options.changes // 20
    if options.report:
        options.report.write_text(json.dumps({"passed": int(passed), "failed": int(not passed)}))
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
