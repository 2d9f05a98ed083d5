"""A daemon of a suite that others use meanwhile, on an edge that its supervisor has bound."""
import json
import subprocess

from boards import BOARDS, Boards
from connection import Connection
from exported import BINARIES
from suite import Suite

#: Whose edge the attacker has: another vertical's where there is one.
_EDGES: dict[str, str] = {
    "svc-authentication": "appointments", "svc-maps": "clinical-records", "svc-clinical-records": "operator",
    "svc-appointments": "operator", "svc-supervisor": "maps",
}
NAMES: tuple[str, ...] = tuple(_EDGES)


class SuiteTarget:
    def __init__(self, name: str, suite: Suite) -> None:
        self.name = name
        self.suite = suite
        self.boards: Boards = BOARDS[name]
        self.hostile: str = _EDGES[name]

    @property
    def hostile_path(self) -> str:
        return str(self.suite.home / f"run/{self.hostile}/{self.boards.provider}.sock")

    def good_connection(self) -> Connection:
        connection = Connection(
            self.suite.home / f"run/operator/{self.boards.provider}.sock", self.boards.interface, self.boards.provider)
        connection.open(consumer="operator")
        return connection


def processes(suite: Suite) -> dict[str, int]:
    """The process of each vertical that has one, as the supervisor says, and the supervisor's own; none where it does not answer."""
    command = [BINARIES / "svc-supervisor", "status", "--json", "--home", suite.home]
    try:
        status = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return {}
    found = {f"svc-{each['name']}": each["pid"] for each in json.loads(status.stdout)["verticals"] if each.get("pid")}
    return found | {"svc-supervisor": int((suite.home / "run/supervisor.pid").read_text())}
