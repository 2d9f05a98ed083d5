"""The chapters of the demo. Each tells what it does and what came of it, and fails where a promise does not hold."""
import dataclasses
import json
import pathlib
import time

from load import Load
from story import Span, Story, figure
from suite import ROOT, Suite

WARD: str = "519f218e-71a2-5bed-ac6e-31be7a1fff79"
BOOKINGS_PER_SECOND: int = 500
SEARCHES_PER_SECOND: int = 1_000
KILLS: int = 3


@dataclasses.dataclass
class Demo:
    suite: Suite
    story: Story
    # What breaks its callers, and what has only gained.
    breaking: pathlib.Path
    additive: pathlib.Path
    # What was measured, by name.
    figures: dict[str, object] = dataclasses.field(default_factory=dict)

    def measured(self, name: str, value: object) -> Span:
        self.figures[name] = value
        return figure(value)


def comes_up(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("One app, five daemons")
    story.command("svc-supervisor up --detach --launcher demo.yml")
    begun = time.monotonic()
    suite.run("up", "--detach", "--launcher", str(suite.folder / "demo.yml"))
    seconds = time.monotonic() - begun
    names = list(suite.verticals())
    story.note(", ".join(names))
    story.expect(
        all(vertical["state"] == "ready" for vertical in suite.verticals().values()), "contracts compared, processes isolated, all ready after ",
        demo.measured("upMilliseconds", round(seconds * 1_000)), " ms; ", demo.measured("megabytes", round(suite.memory() / 1e6)),
        " MB with the supervisor")


def acts_for_minor(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("A guardian reads a minor's record")
    suite.sign_up("operator", (suite.home / "state/authentication/operator-invitation").read_text().strip())
    for name, invitation in {
        "Roth": {"name": "Dr. Roth", "role": "staff"},
        "Eva": {"name": "Eva Keller", "role": "patient", "wards": [WARD]},
    }.items():
        suite.sign_up(name, suite.call("authentication", "invite", invitation)["code"])
    story.command("svc-supervisor call clinical-records importBundle '{}' --send-file ana-keller.json")
    bundle = ROOT / "deploy/data/samples/ana-keller.json"
    outputs = suite.run("call", "clinical-records", "importBundle", "{}", "--send-file", str(bundle)).splitlines()
    imported = json.loads(outputs[-1])["summary"]
    story.note(
        "FHIR R4, sent in pieces: ", demo.measured("entries", imported["entries"]), " entries of ", figure(len(imported["patients"])), " patient")
    minor = suite.call("authentication", "minorSession", {"patient": WARD}, session="Eva")["token"]
    history = {"patient": WARD, "pageSize": 5}
    page = suite.call("clinical-records", "minorHistory", {"session": minor, "history": history}, session="Eva")
    story.expect(len(page["entries"]) == 5, "Eva, by a session of the minor that is good for nothing else, reads ", figure(len(page["entries"])), " entries")
    refused = suite.supervise("call", "clinical-records", "medicalHistory", json.dumps(history))
    story.expect("notAllowed" in refused.stdout + refused.stderr, "the operator, who runs the suite, is refused: ", Span("dim", "notAllowed"))


def is_killed(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter(f"{BOOKINGS_PER_SECOND} bookings a second, and kill -9")
    ledger = suite.folder / "ledger"
    with Load(suite.start_load("bookings", str(BOOKINGS_PER_SECOND), str(ledger), session="Roth")) as load:
        load.until(BOOKINGS_PER_SECOND)
        for _ in range(KILLS):
            before = suite.verticals()["appointments"]
            story.command(f"kill -9 {before['pid']}    # appointments, generation {before['generation']}, in the middle of bookings")
            load.kill(before["pid"])
            load.until(load.report["answered"] + 2 * BOOKINGS_PER_SECOND)
    report = load.report
    crashes = {crash["id"]: crash for crash in json.loads(suite.run("crashes", "--json"))["crashes"]}
    demo.figures["bookings"] = report
    for name in sorted(crashes):
        story.note("report ", Span("dim", name), f": ended by signal {crashes[name]['signal']}, restarted at once")
    story.expect(len(crashes) == KILLS and set(report["reports"]) <= set(crashes), "each kill left a report, and callers in flight are told its name")
    story.note(
        "calls in flight: ", figure(report["unknown"]), " outcome unknown, ", figure(report["notDispatched"]),
        " not dispatched; all sent again by themselves, with the same keys")
    confirmed = [line.split() for line in ledger.read_text().splitlines()]
    story.expect(
        report["lost"] == 0 and not report["others"] and len(confirmed) == report["answered"], figure(report["answered"]), " bookings asked for, ",
        figure(len(confirmed)), " confirmed; the longest anybody waited was ", figure(round(report["longest"])), " ms")
    rows = suite.bookings()
    known = {(key, made, practitioner) for key, made, practitioner, _ in confirmed}
    lost = len(known - {(key, made, practitioner) for key, made, practitioner in rows})
    doubled = len(rows) - len({key for key, _, _ in rows}) + len(rows) - len(known)
    story.expect(
        lost == 0 and doubled == 0, "the database, read beside it: ", demo.measured("rows", len(rows)), " rows, ", demo.measured("lost", lost), " lost, ",
        demo.measured("doubled", doubled), " doubled")


def breaking_is_refused(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("A maps that breaks its callers")
    story.note("somebody wants whole metres: ", Span("dim", "distance: Double?"), " becomes ", Span("dim", "distance: Int?"))
    before = suite.verticals()["maps"]
    suite.use_maps(demo.breaking)
    story.command("svc-supervisor replace maps")
    refused = suite.supervise("replace", "maps")
    story.said(refused.stderr)
    after = suite.verticals()["maps"]
    words = ["maps does not fit appointments", "Place.distance", "field-type-changed"]
    story.expect(
        refused.returncode == 1 and all(word in refused.stderr for word in words) and after["pid"] == before["pid"],
        "refused by name before it ran; the old one never stopped")


def additive_replaces(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("A maps that has only gained")
    story.note("the same wish beside what is there: ", Span("dim", "metres: Int?"), " is new")
    before = suite.verticals()["maps"]
    suite.use_maps(demo.additive)
    with Load(suite.start_load("searches", str(SEARCHES_PER_SECOND))) as load:
        load.until(SEARCHES_PER_SECOND)
        story.command("svc-supervisor replace maps")
        suite.run("replace", "maps")
        load.until(load.report["answered"] + 2 * SEARCHES_PER_SECOND)
    after = suite.verticals()["maps"]
    demo.figures["searches"] = load.report
    near = {"text": "massachusetts general", "near": {"latitude": 42.36, "longitude": -71.06}, "limit": 1}
    found = json.loads(suite.run("call", "maps", "searchPlaces", json.dumps(near)).splitlines()[-1])
    place = found[0] if isinstance(found, list) else found
    story.expect(
        after["generation"] == before["generation"] + 1 and after["pid"] != before["pid"] and "metres" in json.dumps(place),
        f"generation {before['generation']} has become {after['generation']}, and says ", Span("dim", f"metres: {place['metres']}"))
    story.expect(
        load.report["lost"] == 0 and not load.report["others"], figure(load.report["answered"]), f" searches meanwhile, {SEARCHES_PER_SECOND:,} a second: ",
        figure(load.report["lost"]), " failed; the longest took ", figure(round(load.report["longest"], 1)), " ms")


def undeclared_is_denied(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("What is not declared is not there")
    sockets = sorted(path.name for path in (suite.home / "run/maps").glob("*.sock"))
    story.command("ls run/maps")
    story.said(" ".join(sockets))
    story.expect("appointments.sock" not in sockets, "maps does not use appointments: it has no socket to it")
    story.command("svc-supervisor why maps appointments.book")
    why = suite.supervise("why", "maps", "appointments.book").stdout
    story.said("\n".join(line for line in why.splitlines() if line.split()[0] in ("declared", "failure")).replace(str(suite.folder), "."))
    answer = suite.start_load("intrude", "clinical-records").communicate()[0].strip()
    story.expect(
        answer.startswith("undeclared: "), "clinical-records may only search in maps; a call of another board is denied:")
    story.said(answer)


def goes_down(demo: Demo) -> None:
    story, suite = demo.story, demo.suite
    story.chapter("And down")
    processes = suite.processes()
    story.command("svc-supervisor down")
    begun = time.monotonic()
    suite.run("down")
    seconds = time.monotonic() - begun
    left = [process for process in processes if not has_ended(process)]
    sockets = list((suite.home / "run").rglob("*.sock")) if (suite.home / "run").exists() else []
    story.expect(
        not left and not sockets, "in order, callers before those they call, in ", demo.measured("downMilliseconds", round(seconds * 1_000)),
        " ms; no process and no socket is left")


def has_ended(process: int) -> bool:
    """Whether a process is gone, or only waits for its parent to notice."""
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


ALL = [comes_up, acts_for_minor, is_killed, breaking_is_refused, additive_replaces, undeclared_is_denied, goes_down]
