"""The clinic in a folder of its own, and who calls it."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

ROOT: pathlib.Path = pathlib.Path(__file__).resolve().parents[2]
# A clinic that never closes, with enough slots for every second of the demo.
CLINIC: str = """        - id: demo
          name: Demo Clinic
          place: Massachusetts General Hospital
          timeZone: UTC
          slotMinutes: 5
          hours:
            - {{ days: [monday, tuesday, wednesday, thursday, friday, saturday, sunday], from: "00:00", until: "24:00" }}
          practitioners:
{practitioners}
"""


def launcher(maps: pathlib.Path) -> str:
    """`clinic.yml` with any free port, the clinic `demo`, and a program of maps that can be swapped."""
    text = (ROOT / "deploy/launchers/clinic.yml").read_text()
    practitioners = "\n".join(f"            - {{ id: d{number}, name: Dr. {number} }}" for number in range(100))
    changes = {
        "../data/": f"{ROOT}/deploy/data/",
        "port: 8080": "port: 0",
        "executable: svc-maps ": f"executable: {maps} ",
        "      clinics:\n": "      clinics:\n" + CLINIC.format(practitioners=practitioners),
    }
    for old, new in changes.items():
        if text.count(old) != 1:
            raise ValueError(f"clinic.yml does not hold {old!r} once")
        text = text.replace(old, new)
    return text


class Suite:
    """Up between `up` and `down`; leaving the block ends it, however the block ends."""

    def __init__(self, binaries: pathlib.Path) -> None:
        self.binaries: pathlib.Path = binaries.resolve()
        self.folder: pathlib.Path = pathlib.Path(tempfile.mkdtemp(prefix="demo-"))
        self.home: pathlib.Path = self.folder / "home"
        self.maps: pathlib.Path = self.folder / "svc-maps"
        self.use_maps(self.binaries / "svc-maps-grid")
        (self.folder / "demo.yml").write_text(launcher(self.maps))

    def __enter__(self) -> "Suite":
        return self

    def __exit__(self, *_: object) -> None:
        self.supervise("down")
        shutil.rmtree(self.folder, ignore_errors=True)

    def use_maps(self, program: pathlib.Path) -> None:
        """Puts another build in the place that the launcher file names, as an upgrade does."""
        new = self.folder / "svc-maps.new"
        new.symlink_to(program)
        new.rename(self.maps)

    def supervise(self, *arguments: str, session: str = "operator", text: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.binaries / "svc-supervisor", *arguments, "--home", str(self.home)], input=text or "", capture_output=True,
            text=True, check=False, timeout=120, env=self._environment(session))

    def run(self, *arguments: str, session: str = "operator", text: str | None = None) -> str:
        done = self.supervise(*arguments, session=session, text=text)
        if done.returncode != 0:
            raise RuntimeError(f"svc-supervisor {' '.join(arguments)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def call(self, vertical: str, board: str, value: object, session: str = "operator") -> dict:
        """The last output of a call, whose Input goes by standard input: tokens have no place on a command line."""
        return json.loads(self.run("call", vertical, board, "-", session=session, text=json.dumps(value)).splitlines()[-1])

    def sign_up(self, name: str, code: str) -> None:
        signed = self.call("authentication", "signUp", {"code": code, "password": f"a sentence of {name}"}, session="nobody")
        path = self.session_file(name)
        path.touch(mode=0o600)
        path.write_text(json.dumps(signed))

    def session_file(self, name: str) -> pathlib.Path:
        return self.folder / f"session-{name}"

    def start_load(self, *arguments: str, session: str = "operator") -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.binaries / "demo-load", str(self.home), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=self._environment(session))

    def verticals(self) -> dict[str, dict]:
        return {vertical["name"]: vertical for vertical in json.loads(self.run("status", "--json"))["verticals"]}

    def processes(self) -> list[int]:
        supervisor = int((self.home / "run/supervisor.pid").read_text().split()[0])
        return [supervisor, *(vertical["pid"] for vertical in self.verticals().values())]

    def memory(self) -> int:
        """Bytes of the machine's memory that all processes hold, shared pages divided by their users (PSS)."""
        kilobytes = 0
        for process in self.processes():
            text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
            kilobytes += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
        return kilobytes << 10

    def bookings(self) -> list[tuple[str, str, str]]:
        """Key, id and practitioner of every booking at the clinic `demo`, read from the database and not by a call."""
        file = self.home / "state/appointments/appointments.sqlite"
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            return database.execute("SELECT key, id, practitioner FROM appointment WHERE clinic = 'demo'").fetchall()

    def log(self) -> str:
        """What the supervisor said last."""
        file = self.home / "logs/supervisor.log"
        return "\n".join(file.read_text().splitlines()[-20:]) if file.exists() else ""

    def _environment(self, session: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("COLONNADE_")}
        file = self.session_file(session)
        return kept | ({"COLONNADE_SESSION": f"@{file}"} if file.exists() else {})
