"""The clinic with somebody from staff who is signed in, and visitors who speak HTTP by themselves."""
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Tests/PythonClient"))
PASSWORD: str = "a sentence that nobody guesses"
DAY_NS: int = 86_400_000_000_000
VERTICALS: list[str] = ["octopus", "authentication", "maps", "clinical-records", "appointments"]


class Clinic:
    """`clinic.yml` with any free port, and passwords that cost little: they are not what is measured."""

    def __init__(self, binaries: pathlib.Path) -> None:
        self.binaries = binaries
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pages-", dir="/tmp"))
        self.home = self.folder / "home"

    def __enter__(self) -> "Clinic":
        text = (ROOT / "deploy/launchers/clinic.yml").read_text().replace("../data/", f"{ROOT}/deploy/data/")
        text = text.replace("port: 8080", "port: 0").replace(
            "executable: svc-authentication\n", "executable: svc-authentication\n    config: { passwordCost: 4, passwordParallelism: 1 }\n")
        launcher = self.folder / "clinic.yml"
        launcher.write_text(text)
        try:
            self.supervisor("up", "--detach", "--launcher", str(launcher))
            self.address = self._said(r"open http://([0-9.:]+)/ in a browser")
            self._people()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        subprocess.run([self.binaries / "svc-supervisor", "down", "--home", self.home], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def supervisor(self, *words: str) -> str:
        done = subprocess.run(
            [self.binaries / "svc-supervisor", *words, "--home", self.home], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"svc-supervisor {words[0]}: {done.stderr or done.stdout}")
        return done.stdout

    def pid(self, vertical: str) -> int:
        found = re.search(r'"name" ?: ?"' + vertical + r'".*?"pid" ?: ?(\d+)', self.supervisor("status", "--json"), re.S)
        return int(found[1])

    def memory(self) -> dict[str, int]:
        """PSS of each vertical, in bytes."""
        return {vertical: proportional(self.pid(vertical)) for vertical in VERTICALS}

    def _said(self, pattern: str) -> str:
        log = self.home / "logs/supervisor.log"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if found := re.search(pattern, log.read_text()):
                return found[1]
            time.sleep(0.02)
        sys.exit(f"the supervisor does not say {pattern}")

    # What is called by another language's client, which knows when a commit was answered.

    def connect(self, vertical: str):
        from connection import Connection
        connection = Connection(self.home / f"run/operator/{vertical}.sock", vertical.replace("-", "_"), vertical)
        connection.open()
        return connection

    def _people(self) -> None:
        from exported import messages, wire
        self.authentication, self.appointments, self.records = map(messages, ("authentication", "appointments", "clinical_records"))
        self.wire = wire
        self.sessions = self.connect("authentication")
        code = (self.home / "state/authentication/operator-invitation").read_text().strip()
        operator = self._sign_up(code)
        self.token = self._invite(operator, name="staff", role=self.authentication.ACCOUNT_ROLE_STAFF)
        self.patient = self._import("ana-keller.json")
        self._invite(self.token, name="ana", role=self.authentication.ACCOUNT_ROLE_PATIENT, patient=self.patient)

    def _invite(self, by: str, **invitation) -> str:
        """Invites somebody and signs them up; gives their token."""
        answer = self.sessions.call(
            self.authentication.AUTHENTICATION_BOARD_INVITE, self.authentication.Invitation(**invitation), self.wire.Metadata(session=by))
        return self._sign_up(self.authentication.InvitationCode.FromString(answer.body).code)

    def _sign_up(self, code: str) -> str:
        body = self.authentication.SignUp(code=code, password=PASSWORD)
        answer = self.sessions.call(self.authentication.AUTHENTICATION_BOARD_SIGN_UP, body)
        return self.authentication.SignedIn.FromString(answer.body).token

    def _import(self, name: str) -> str:
        data = (ROOT / "deploy/data/samples" / name).read_bytes()
        pieces = [self.records.BytesValue(value=data[start:start + 20_000]) for start in range(0, len(data), 20_000)]
        connection = self.connect("clinical-records")
        bodies, last = connection.converse(
            self.records.CLINICAL_RECORDS_BOARD_IMPORT_BUNDLE, self.records.BundleImport(name=name), pieces,
            self.wire.Metadata(session=self.token))
        connection.close()
        assert last.type == "COMPLETE", last
        return self.records.ImportOutput.FromString(bodies[-1]).summary.value.patients[0]

    def slots(self, count: int) -> list[int]:
        """The starts of free slots, a week after the other."""
        found: list[int] = []
        connection = self.connect("appointments")
        begin = time.time_ns() + DAY_NS
        while len(found) < count:
            request = self.appointments.SlotsRequest(
                clinic="fruit-street", practitioner="stein", until=begin + 7 * DAY_NS, page_size=100, **{"from": begin})
            answer = connection.call(self.appointments.APPOINTMENTS_BOARD_SLOTS, request)
            if answer.type != "OUTPUT":
                sys.exit(f"there are {len(found)} free slots, and {count} are needed: {answer}")
            found += [slot.start for slot in self.appointments.SlotsPage.FromString(answer.body).slots]
            begin += 7 * DAY_NS
        connection.close()
        return found[:count]

    def booking(self, start: int):
        return self.appointments.Booking(
            key=uuid.uuid4().bytes, patient=self.patient, clinic="fruit-street", practitioner="stein", start=start, reason="Cough")


class Visitor:
    """A browser without a browser, on one connection that stays open."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""
        self.connection = http.client.HTTPConnection(address, timeout=30)

    def ask(self, method: str, path: str, body: str | None = None, kind: str | None = None) -> tuple[http.client.HTTPResponse, str]:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if kind:
            headers["Content-Type"] = kind
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        return answer, text

    def get(self, path: str) -> str:
        answer, text = self.ask("GET", path)
        while answer.status == 303:
            answer, text = self.ask("GET", answer.getheader("Location"))
        if answer.status != 200:
            sys.exit(f"GET {path} is answered with {answer.status}: {text[:500]}")
        return text

    def sign_in(self, name: str) -> None:
        page = self.get("/sign-in")
        found = re.search(r'<form id="e\.[^"]*\.signIn\.form"[^>]*action="([^"]+)">.*?name="token" value="([^"]+)"', page, re.S)
        form = {"token": found[2], "element": "signIn", "event": "submitted", "field.name": name, "field.password": PASSWORD}
        answer, _ = self.ask("POST", found[1], urllib.parse.urlencode(form), "application/x-www-form-urlencoded")
        if "sign-out" not in self.get(answer.getheader("Location")):
            sys.exit(f"nobody is signed in after signing in as {name}: {page[-3000:]}")

    def events(self, page: str) -> socket.socket:
        """The page's event stream, after its head."""
        return self.stream(re.search(r'data-events="([^"]+)"', page)[1])

    def stream(self, path: str) -> socket.socket:
        """An event stream by its path, after its head."""
        host, port = self.address.split(":")
        stream = socket.create_connection((host, int(port)), timeout=30)
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.address}\r\nCookie: {self.cookie}\r\nAccept: text/event-stream\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            piece = stream.recv(4096)
            if not piece:
                sys.exit(f"the event stream of {path} ends at once: {head!r}")
            head += piece
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(f"the event stream of {path} is answered with {head[:200]!r}")
        return stream


def proportional(pid: int) -> int:
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0
