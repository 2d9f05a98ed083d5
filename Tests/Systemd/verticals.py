"""The suite without a supervisor: a service for each vertical, and a socket for each edge."""
from collections.abc import Callable

from clinic import SERVES, PerVertical
from machine import Machine, wait_for

UNITS: list[str] = [f"clinic-{vertical}.service" for vertical in SERVES]


class Steps(PerVertical):
    def is_set_up(self) -> None:
        self.install()
        for unit in [*UNITS, "clinic-launch.service"]:
            assert self.machine.property(unit, "ActiveState") == "active", unit
        for vertical in SERVES:
            user = f"clinic-{vertical}"
            found = self.machine.run("stat", "-c", "%U %a", f"/var/lib/{user}").strip()
            assert found == f"{user} 700", found
            found = self.machine.run("stat", "-c", "%U:%G %a", f"/etc/clinic/{vertical}/edges").strip()
            assert found == f"root:{user} 640", found
            process = self.machine.process(f"{user}.service")
            runs = self.machine.run("ps", "-o", "user:32=", "-p", str(process)).strip()
            assert runs == user, f"{vertical} runs as {runs}"

    def is_verified(self) -> None:
        units = self.machine.run("sh", "-c", "ls /etc/systemd/system | grep ^clinic").split()
        said = self.machine.attempt("systemd-analyze", "verify", *units)
        assert said.returncode == 0 and not said.stdout + said.stderr, said.stdout + said.stderr

    def starts_by_call(self) -> None:
        """The socket waits while the service does not run; the first call starts it."""
        self.machine.run("systemctl", "stop", "clinic-maps.service")
        assert self.ready("maps") is None
        assert self.search(), "no answer"
        assert self.ready("maps") is not None

    def keeps_edges_apart(self) -> None:
        """A socket is closed to everybody but its consumer: who may not call can not even connect."""
        connect = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
        path = "/run/clinic/octopus/appointments.sock"
        own = self.machine.attempt("python3", "-c", connect, path, user="clinic-octopus")
        assert own.returncode == 0, own.stderr
        for user in ("clinic-maps", "clinic-operator"):
            other = self.machine.attempt("python3", "-c", connect, path, user=user)
            assert "PermissionError" in other.stderr, f"{user} reaches {path}: {other}"

    def tells_journal(self) -> None:
        said = self.tells_ready("maps")
        assert said["_PID"] == str(self.ready("maps")) and said["_SYSTEMD_UNIT"] == "clinic-maps.service", said
        assert "operator" in said["COLONNADE_SOCKETS"] and "sockets=" in said["MESSAGE"], said

    def watchdog_is_named(self) -> None:
        self.survives_silence()
        assert self.machine.journal("-u", "clinic-maps.service", "UNIT_RESULT=watchdog"), "systemd names no watchdog"

    def stops_all(self) -> None:
        self.stops("system.slice/clinic*")
        find = ["find", "/run/clinic", "-name", "*.sock"]
        wait_for("no socket is left", lambda: not self.machine.run(*find))


def steps(machine: Machine) -> tuple[str, list[tuple[str, Callable[[], None]]]]:
    suite = Steps(machine)
    return "a service for each vertical", [
        ("set up as the article says, with users and folders", suite.is_set_up),
        ("systemd-analyze verify has nothing to say", suite.is_verified),
        ("the first call starts a vertical", suite.starts_by_call),
        ("a person signs in and books", suite.book),
        ("the journal has fields", suite.tells_journal),
        ("a call is traced", suite.traces),
        ("a socket is closed to all but its consumer", suite.keeps_edges_apart),
        ("a vertical is killed, and no call is refused", suite.survives_kill),
        ("a vertical that is silent is ended by systemd", suite.watchdog_is_named),
        ("stop leaves no process and no socket", suite.stops_all),
    ]
