"""The clinic on a machine with systemd: set up as the documentation says, and used as people do."""
import json
import pathlib
import re

from machine import Machine, library_folders, wait_for

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
ARTICLE: pathlib.Path = ROOT / "Shared/Colonnade/Colonnade.docc/UnderSystemd.md"
PROGRAMS: str = "/usr/lib/colonnade/bin"
PATIENT: str = "519f218e-71a2-5bed-ac6e-31be7a1fff79"
SERVES: list[str] = ["authentication", "maps", "clinical-records", "appointments", "octopus"]


def binds(binaries: pathlib.Path) -> dict[str, pathlib.Path | str]:
    """The programs where a package would have put them, with the libraries that they load, and what the article starts from."""
    binaries = binaries.resolve()
    libraries = {folder: folder for folder in library_folders(binaries / "svc-supervisor") if not folder.startswith("/usr/")}
    return libraries | {PROGRAMS: binaries, "/root/deploy": ROOT / "deploy"}


def documented(heading: str) -> str:
    """The commands that stand below a heading of the article."""
    section = ARTICLE.read_text().partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
    return "".join(re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))


class Clinic:
    """What both forms have in common; each says how an operator calls, and where things are."""

    # The heading in the article, the operator's user, and how `call` finds the suite.
    heading: str
    operator: str
    place: list[str]
    invitation: str
    # What `systemctl` starts and stops.
    unit: str

    def __init__(self, machine: Machine) -> None:
        self.machine: Machine = machine
        self.sessions: dict[str, str] = {}
        self.booking: dict = {}

    def install(self) -> None:
        """Runs what the article says, to the letter, where a package has put the launcher files."""
        self.machine.run("sh", "-c", "mkdir /usr/share/colonnade && cp -r /root/deploy/launchers /root/deploy/data /usr/share/colonnade")
        self.machine.run("sh", "-ec", f"cd /root\n{documented(self.heading)}")

    def call(self, vertical: str, board: str, value: object, session: str | None = None) -> dict:
        """The last output; who is refused raises, with the reason."""
        command = [f"{PROGRAMS}/svc-supervisor", "call", *self.place, vertical, board, "-", "--timeout", "60"]
        if session:
            command += ["--session", self.sessions[session]]
        return json.loads(self.machine.run(*command, text=json.dumps(value), user=self.operator).splitlines()[-1])

    def search(self) -> dict:
        return self.call("maps", "searchPlaces", {"text": "hospital", "limit": 1})

    def sign_up(self, name: str, code: str) -> None:
        answer = self.call("authentication", "signUp", {"code": code, "password": f"a sentence of {name}"})
        self.sessions[name] = answer["token"]

    def invite(self, name: str, **what: object) -> None:
        self.sign_up(name, self.call("authentication", "invite", {"name": name, **what}, session="operator")["code"])

    def book(self) -> None:
        """An operator signs in and invites; a patient books through appointments, authentication and maps, once for one key."""
        code = self.machine.run("cat", self.invitation).strip()
        said = self.machine.run("journalctl", "--no-pager")
        assert "firstInvitation: answered" in said and code not in said, "the journal tells how to become operator"
        self.sign_up("operator", code)
        self.invite("Ana", role="patient", patient=PATIENT)
        days = self.machine.run("sh", "-c", "date -u -d '+1 day' +%FT00:00:00Z; date -u -d '+8 days' +%FT00:00:00Z").split()
        where = {"clinic": "fruit-street", "practitioner": "stein"}
        slots = self.call("appointments", "slots", where | {"from": days[0], "until": days[1], "pageSize": 1}, session="Ana")
        key = "7c0cd7a6-6a9b-4b0e-8a3c-6f0f3c0d9f10"
        self.booking = where | {"key": key, "patient": PATIENT, "start": slots["slots"][0]["start"], "reason": "Cough"}
        first, second = (self.call("appointments", "book", self.booking, session="Ana") for _ in range(2))
        assert first["id"] == second["id"], f"one key, two bookings: {first} {second}"

    def traces(self) -> None:
        """What became of a call: as it is answered, and again by `trace`."""
        command = [f"{PROGRAMS}/svc-supervisor", "call", "--trace", *self.place, "appointments", "book", "-", "--session", self.sessions["Ana"]]
        answered = self.machine.attempt(*command, text=json.dumps(self.booking), user=self.operator)
        assert answered.returncode == 0, answered.stderr
        again = self.machine.run(f"{PROGRAMS}/svc-supervisor", "trace", *self.place, "appointments.book", user=self.operator)
        told, found = (re.search(r"^trace ([0-9a-f]{32}) .*^appointments\.book ", text, re.MULTILINE | re.DOTALL) for text in (answered.stderr, again))
        assert told and found and told[1] == found[1], f"{answered.stderr}{again}"

    def ready(self, vertical: str) -> int | None:
        """The process of a vertical that is ready; nil where none is."""
        raise NotImplementedError

    def comes_back(self, vertical: str, before: int) -> int:
        """Waits until another process of the vertical is ready."""

        def other() -> int | None:
            process = self.ready(vertical)
            return process if process != before else None

        return wait_for(f"{vertical} is ready again behind process {before}", other)

    def tells_ready(self, vertical: str, **fields: str) -> dict:
        """What the journal holds of a vertical that became ready last."""
        found = self.machine.journal(f"COLONNADE_VERTICAL={vertical}", f"SYSLOG_IDENTIFIER=svc-{vertical}")
        said = [entry for entry in found if entry["MESSAGE"].startswith("ready ")][-1]
        for name, value in ({"PRIORITY": "6"} | fields).items():
            assert said.get(name) == value, f"{name} is not {value}: {said}"
        return said

    def survives_kill(self) -> None:
        """kill -9, again and again: who calls meanwhile waits, and is not refused a connection."""
        for _ in range(3):
            before = self.ready("maps")
            self.machine.run("kill", "-KILL", str(before))
            assert self.search(), "no answer"
            self.comes_back("maps", before)

    def survives_silence(self) -> None:
        """A daemon that is stopped gives no sign of life: the watchdog ends it, and another takes its place."""
        before = self.ready("maps")
        self.machine.run("kill", "-STOP", str(before))
        self.comes_back("maps", before)
        assert self.search(), "no answer"

    def stops(self, group: str) -> None:
        running = self.machine.processes(group)
        assert len(running) >= len(SERVES), f"only {running} run"
        self.machine.run("systemctl", "stop", self.unit)
        # systemctl waits for a target, and not for what stops with it.
        wait_for("no process is left", lambda: not self.machine.processes(group))
        words = self.machine.run("ps", "-eo", "args")
        assert "svc-" not in words, words


class UnderSupervisor(Clinic):
    """One unit, which runs the supervisor."""

    heading = "One unit for the supervisor"
    operator = "clinic"
    place = ["--home", "/var/lib/clinic"]
    invitation = "/var/lib/clinic/state/authentication/operator-invitation"
    unit = "clinic.service"

    def status(self) -> dict[str, dict]:
        said = self.machine.run(f"{PROGRAMS}/svc-supervisor", "status", "--json", *self.place, user=self.operator)
        return {vertical["name"]: vertical for vertical in json.loads(said)["verticals"]}

    def ready(self, vertical: str) -> int | None:
        status = self.status()[vertical]
        return status["pid"] if status["state"] == "ready" else None


class PerVertical(Clinic):
    """A service for each vertical, and a socket for each edge."""

    heading = "A service for each vertical"
    operator = "clinic-operator"
    place = ["--launcher", "/usr/share/colonnade/launchers/clinic.yml", "--sockets", "/run/clinic/operator"]
    invitation = "/var/lib/clinic-authentication/operator-invitation"
    unit = "clinic.target"

    def ready(self, vertical: str) -> int | None:
        unit = f"clinic-{vertical}.service"
        return self.machine.process(unit) if self.machine.property(unit, "ActiveState") == "active" else None
