"""The daemons that are attacked, each started by itself, with the verticals that it uses beside it."""
import json
import pathlib
from typing import Any

from boards import BOARDS, Boards
from connection import WAIT, Connection
from edges import EdgeDaemon
from exported import BINARIES
from python_client import ROOT

GOOD: str = "operator"
HOSTILE: str = "octopus"
_PROVIDERS: dict[str, str] = {"authentication": "svc-authentication", "maps": "svc-maps"}
_USES: dict[str, tuple[str, ...]] = {
    "svc-clinical-records": ("authentication", "maps"), "svc-appointments": ("authentication", "maps"),
}
_HOURS: list[dict[str, Any]] = [
    {"days": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], "from": "00:00", "until": "23:00"}]
_CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "svc-maps": {"places": str(ROOT / "deploy/data/places.geojson")},
    "svc-maps-grid": {"places": str(ROOT / "deploy/data/places.geojson")},
    "svc-authentication": {"passwordCost": 4, "passwordParallelism": 1},
    "svc-appointments": {"bookingDays": 365, "clinics": [{
        "id": "fruit-street", "name": "Fruit Street Clinic", "place": "Massachusetts General Hospital", "timeZone": "America/New_York",
        "slotMinutes": 30, "hours": _HOURS, "practitioners": [{"id": "stein", "name": "Dr. Mara Stein"}]}]},
}


class DaemonTarget:
    """A daemon with an edge for the attacker and one for the good client."""

    #: Whether the programs were built without optimisation.
    is_debug: bool = "release" not in BINARIES.resolve().parts

    def __init__(self, name: str, folder: pathlib.Path) -> None:
        self.name = name
        self.folder = folder / name
        self.boards: Boards = BOARDS[name]
        self.hostile: str = HOSTILE
        #: Those that it may open meanwhile, to the verticals that it uses and to where it logs.
        self.own_sockets: int = len(_USES.get(name, ()))
        self.neighbours: list[EdgeDaemon] = []
        arguments = self._configuration(name, self.folder)
        for provider in _USES.get(name, ()):
            neighbour = EdgeDaemon(
                BINARIES / _PROVIDERS[provider], self.folder / provider, [self.boards.provider],
                self._configuration(_PROVIDERS[provider], self.folder / provider))
            arguments += ["--connect", f"{provider}={neighbour.path(self.boards.provider)}"]
            self.neighbours.append(neighbour)
        self.daemon = EdgeDaemon(BINARIES / name, self.folder, [GOOD, HOSTILE], arguments)

    @property
    def pid(self) -> int:
        return self.daemon.pid

    @property
    def hostile_path(self) -> str:
        return str(self.daemon.path(HOSTILE))

    def is_running(self) -> bool:
        return self.daemon.is_running()

    def ending(self) -> str:
        return self.daemon.ending()

    def start(self) -> None:
        for neighbour in self.neighbours:
            if not neighbour.is_running():
                neighbour.start()
        self.daemon.start()

    def restart(self) -> None:
        self.daemon.stop()
        self.daemon.start()

    def good_connection(self) -> Connection:
        connection = Connection(self.daemon.path(GOOD), self.boards.interface, self.boards.provider)
        connection.socket.settimeout(WAIT)
        connection.open(consumer=GOOD)
        return connection

    def close(self) -> None:
        for daemon in [self.daemon, *self.neighbours]:
            daemon.close()

    @staticmethod
    def _configuration(name: str, folder: pathlib.Path) -> list[str]:
        if name not in _CONFIGURATIONS:
            return []
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "configuration.json"
        file.write_text(json.dumps(_CONFIGURATIONS[name]))
        return ["--config", str(file)]
