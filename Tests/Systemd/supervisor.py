"""The suite as one unit: systemd watches the supervisor, and that the verticals."""
from collections.abc import Callable

from clinic import PROGRAMS, SERVES, UnderSupervisor
from machine import Machine, wait_for

GROUP: str = "system.slice/clinic.service"
LAUNCHER: str = "/usr/share/colonnade/launchers/clinic.yml"


class Steps(UnderSupervisor):
    def is_set_up(self) -> None:
        self.install()
        assert self.machine.property("clinic.service", "ActiveState") == "active"
        owner = self.machine.run("stat", "-c", "%U %a", "/var/lib/clinic").strip()
        assert owner == "clinic 700", owner
        assert set(self.status()) == set(SERVES)
        for process in self.machine.processes(GROUP):
            user = self.machine.run("ps", "-o", "user=", "-p", process).strip()
            assert user == "clinic", f"{process} runs as {user}"

    def is_verified(self) -> None:
        said = self.machine.attempt("systemd-analyze", "verify", "clinic.service")
        assert said.returncode == 0 and not said.stdout + said.stderr, said.stdout + said.stderr

    def tells_journal(self) -> None:
        """The supervisor's lines and each child's have their own fields."""
        said = self.tells_ready("maps", COLONNADE_GENERATION=str(self.status()["maps"]["generation"]))
        assert said["_PID"] == str(self.machine.process(self.unit)), said
        changes = self.machine.journal("SYSLOG_IDENTIFIER=svc-supervisor", "COLONNADE_VERTICAL=maps")
        assert any("maps: ready" in entry["MESSAGE"] for entry in changes), changes

    def reloads(self) -> None:
        """Only what has changed is replaced; a file with errors changes nothing."""
        before = self.status()
        self.machine.run("sed", "-i", "s/bookingDays: 365/bookingDays: 200/", LAUNCHER)
        self.machine.run("systemctl", "reload", self.unit)
        after = self.status()
        changed = {name for name in after if after[name]["pid"] != before[name]["pid"]}
        assert changed == {"appointments"}, f"{changed} have another process"
        self.machine.run("sed", "-i", "s/bookingDays: 200/bookingDays: many/", LAUNCHER)
        assert self.machine.attempt("systemctl", "reload", self.unit).returncode != 0, "a file with errors is taken"
        assert self.machine.property(self.unit, "ActiveState") == "active"
        assert {name: vertical["pid"] for name, vertical in self.status().items()} == {name: after[name]["pid"] for name in after}
        assert "bookingDays" in self.machine.run("journalctl", "-u", self.unit, "--no-pager", "-n", "20"), "nobody says what is wrong"
        self.machine.run("sed", "-i", "s/bookingDays: many/bookingDays: 365/", LAUNCHER)

    def changes_program(self) -> None:
        """Another program takes the supervisor's place: systemd keeps its main process, and each vertical its own."""
        before, main = self.status(), self.machine.process(self.unit)
        said = self.machine.run(f"{PROGRAMS}/svc-supervisor", "reexec", *self.place, user=self.operator)
        assert "its program number 2" in said, said
        wait_for("systemd hears that it is ready", lambda: self.machine.property(self.unit, "ActiveState") == "active")
        assert self.machine.process(self.unit) == main, "systemd has another main process"
        after = self.status()
        changed = {name for name in after if after[name]["pid"] != before[name]["pid"]}
        assert not changed, f"{changed} have another process"
        assert self.search(), "no answer"

    def outlives_silence_of_supervisor(self) -> None:
        """The supervisor's loop stands still: systemd ends it with all its children, and starts it again."""
        before, reached = self.machine.process(self.unit), self.machine.property(self.unit, "NRestarts")
        self.machine.run("kill", "-STOP", str(before))
        wait_for("systemd has ended a supervisor that is silent", lambda: self.machine.process(self.unit) not in (0, before), 120)
        self._is_back(before)
        assert self.machine.property(self.unit, "NRestarts") != reached
        result = self.machine.journal("-u", self.unit, "UNIT_RESULT=watchdog")
        assert result, "systemd names no watchdog"

    def outlives_kill_of_supervisor(self) -> None:
        before = self.machine.process(self.unit)
        children = {vertical["pid"] for vertical in self.status().values()}
        self.machine.run("kill", "-KILL", str(before))
        self._is_back(before)
        left = children & {int(process) for process in self.machine.processes(GROUP)}
        assert not left, f"these outlived their supervisor: {left}"

    def _is_back(self, before: int) -> None:
        def is_back() -> bool:
            if self.machine.process(self.unit) in (0, before) or self.machine.property(self.unit, "ActiveState") != "active":
                return False
            return all(self.ready(vertical) for vertical in SERVES)

        wait_for("the suite is up again", is_back)
        assert self.search(), "no answer"


def steps(machine: Machine) -> tuple[str, list[tuple[str, Callable[[], None]]]]:
    suite = Steps(machine)
    return "one unit", [
        ("set up as the article says, with its user and folder", suite.is_set_up),
        ("systemd-analyze verify has nothing to say", suite.is_verified),
        ("a person signs in and books", suite.book),
        ("the journal has fields", suite.tells_journal),
        ("a call is traced", suite.traces),
        ("systemctl reload replaces what has changed", suite.reloads),
        ("reexec changes the supervisor's program, and no process", suite.changes_program),
        ("a vertical is killed, and no call is refused", suite.survives_kill),
        ("a vertical that is silent is ended by the supervisor", suite.survives_silence),
        ("the supervisor is killed: another takes its place", suite.outlives_kill_of_supervisor),
        ("a supervisor that is silent is ended by systemd", suite.outlives_silence_of_supervisor),
        ("stop leaves no process", lambda: suite.stops(GROUP)),
    ]
