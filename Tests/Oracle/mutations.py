"""Random changes of contracts, as a developer might make them."""
import copy
import random
from collections.abc import Callable
from typing import Any

from contracts import parse, Type

Lock = dict[str, Any]
Members = list[dict[str, Any]]
SCALARS = ["Bool", "Int", "Int8", "Int32", "Int64", "UInt", "UInt16", "UInt64", "Float", "Double", "String", "[UInt8]", "Date", "Duration", "UUID"]


def reachable(lock: Lock, root: str) -> list[str]:
    """The names of the types that values of `root` may hold, itself first."""
    types = {described["name"]: described for described in lock["types"]}
    found, waiting = [], [root]
    while waiting:
        name = waiting.pop()
        if name in types and name not in found:
            found.append(name)
            # A nested type stands in the other, whoever uses it.
            waiting += names_in(types[name]) + [name.rpartition(".")[0]]
    return found


def names(kind: Type) -> list[str]:
    return [kind.name] + [name for inner in kind.inner for name in names(inner)]


def probe(lock: Lock, root: str, name: str) -> Lock:
    """A contract with the types that `root` needs, and with a board that takes it and one that gives it."""
    wanted = set(reachable(lock, root))
    board = {"documentation": "", "idempotent": False, "many": False, "input": "Void", "output": "Void"}
    return {
        "name": name, "fingerprint": "0" * 64, "reserved": [],
        "boards": [board | {"name": "take", "number": 1, "input": root}, board | {"name": "give", "number": 2, "output": root}],
        "types": [copy.deepcopy(described) for described in lock["types"] if described["name"] in wanted],
    }


def mutate(lock: Lock, root: str, generator: random.Random) -> str:
    """Changes one thing in the contract, and says what."""
    before = copy.deepcopy(lock["types"])
    for _ in range(100):
        near = [described for described in lock["types"] if described["name"] == root or generator.random() < 0.5]
        described = generator.choice(near)
        change = generator.choice(CHANGES)
        said = change(lock, described, generator)
        if said and has_values(lock):
            return f"{change.__name__.replace('_', ' ')}: {described['name']} {said}"
        lock["types"] = copy.deepcopy(before)
    return ""


def has_values(lock: Lock) -> bool:
    """Whether every type has values that end: a struct that needs another of its own has none, and Swift takes none such."""
    known: set[str] = {name for described in lock["types"] for name in names_in(described)} - {each["name"] for each in lock["types"]}
    while True:
        more = {described["name"] for described in lock["types"] if described["name"] not in known and ends(described, known)}
        if not more:
            return all(described["name"] in known for described in lock["types"])
        known |= more


def ends(described: dict[str, Any], known: set[str]) -> bool:
    def all_end(members: Members) -> bool:
        return all(kind.is_container or kind.name in known for kind in (parse(member["type"]) for member in members))
    cases = described.get("cases")
    return all_end(described["fields"]) if cases is None else any(all_end(case["values"]) for case in cases)


def names_in(described: dict[str, Any]) -> list[str]:
    members = described["fields"] + [value for case in described.get("cases") or [] for value in case["values"]]
    return [name for member in members for name in names(parse(member["type"]))]


def fields_of(described: dict[str, Any], generator: random.Random) -> Members:
    """The fields of a struct, or the values of one of an enum's cases."""
    cases = described.get("cases")
    return described["fields"] if cases is None else generator.choice(cases)["values"] if cases else []


def change_type(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    if not fields:
        return ""
    field = generator.choice(fields)
    old = field["type"]
    declared = [other["name"] for other in lock["types"]]
    field["type"] = generator.choice([
        generator.choice(SCALARS), generator.choice(SCALARS), generator.choice(declared), f"[{old}]", f"{old}?", f"[String: {old}]",
        old.removesuffix("?"), old[1:-1] if parse(old).kind == "array" else old, sibling(old, generator), sibling(old, generator)])
    return "" if field["type"] == old else f"{field['name']}, {old} to {field['type']}"


def sibling(old: str, generator: random.Random) -> str:
    """Another width of the same sign."""
    for family in (["Int", "Int8", "Int16", "Int32", "Int64"], ["UInt", "UInt8", "UInt16", "UInt32", "UInt64"]):
        for name in sorted(family, key=len, reverse=True):
            if name in old.replace("?", "").replace("[", "").replace("]", "").split(": "):
                return old.replace(name, generator.choice(family))
    return old


def toggle_optional(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    if not fields:
        return ""
    field = generator.choice(fields)
    field["type"] = field["type"][:-1] if field["type"].endswith("?") else field["type"] + "?"
    return f"{field['name']} is {field['type']}"


def renumber_field(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    if not fields:
        return ""
    field = generator.choice(fields)
    field["number"] = free(fields)
    return field["name"]


def swap_numbers(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    members = generator.choice([fields_of(described, generator), described.get("cases") or []])
    if len(members) < 2:
        return ""
    one, other = generator.sample(members, 2)
    one["number"], other["number"] = other["number"], one["number"]
    members.sort(key=lambda member: member["number"])
    return f"{one['name']} and {other['name']}"


def remove_field(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    if not fields:
        return ""
    return str(fields.pop(generator.randrange(len(fields)))["name"])


def add_field(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    kind = generator.choice(SCALARS) + generator.choice(["", "?"])
    kind = generator.choice([kind, f"[{kind}]"])
    fields.append({"name": "added", "number": free(fields), "type": kind, "documentation": ""})
    return kind


def rename_field(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    fields = fields_of(described, generator)
    if not fields:
        return ""
    field = generator.choice(fields)
    field["formerNames"], field["name"] = [field["name"]], "renamed"
    return str(field["formerNames"][0])


def remove_case(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    cases = described.get("cases") or []
    if len(cases) < 2:
        return ""
    return str(cases.pop(generator.randrange(len(cases)))["name"])


def add_case(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    cases = described.get("cases")
    if cases is None:
        return ""
    cases.append({"name": "added", "number": free(cases), "documentation": "", "values": [], "reserved": []})
    return "added"


def renumber_case(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    cases = described.get("cases") or []
    if not cases:
        return ""
    case = generator.choice(cases)
    case["number"] = free(cases)
    return str(case["name"])


def open_or_close(lock: Lock, described: dict[str, Any], generator: random.Random) -> str:
    if described.get("cases") is None:
        return ""
    described["open"] = not described["open"]
    return "open" if described["open"] else "closed"


def free(members: Members) -> int:
    return max((member["number"] for member in members), default=0) + 1


CHANGES: list[Callable[[Lock, dict[str, Any], random.Random], str]] = [
    change_type, change_type, change_type, toggle_optional, renumber_field, swap_numbers, remove_field, add_field, rename_field,
    remove_case, add_case, renumber_case, open_or_close,
]
