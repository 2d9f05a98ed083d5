"""Crowds, slow clients, and uploads that stop: what they cost others."""

import concurrent.futures
import json
import pathlib
import re
import resource
import socket
import statistics
import time

from app import PATIENT, ROOT, App, Person
from registry import trial
from visits import Visit

# What octopus lets in: see DoorLimits.
STREAMS_OF_VISITOR, STREAMS_OF_ADDRESS, ANONYMOUS_STREAMS, CONNECTIONS_OF_ADDRESS = 32, 512, 2048, 2048
# Seconds within which octopus has given up whoever is slow: it gives them 20 or 30.
PATIENCE = 60
PASSWORD = "correct horse battery"
# The patient of the file that never comes whole.
NOBODY = "00000000-0000-5000-8000-000000000001"


@trial
def ten_thousand_event_streams(app: App, person: Person):
    """Twenty addresses ask for 10,240 event streams: 2,048 are let in, each of the others is told why, and people don't notice."""
    _room_for_sockets()
    person.go("/places")
    person.wait_element("search")
    _settled(app)
    before = app.memory("octopus")
    alone = _seconds_of_a_page(app)
    taken, refused = _ask_for_streams(app, [f"127.0.0.{number}" for number in range(2, 22)])
    try:
        full = app.memory("octopus")
        crowded = _seconds_of_a_page(app)
        print(f"  {len(taken)} of 10,240 streams are open, {refused} were refused; octopus has grown by {full - before} MiB; "
              f"the page of another takes {crowded * 1000:.0f} ms instead of {alone * 1000:.0f} ms")
        assert len(taken) == ANONYMOUS_STREAMS, len(taken)
        assert full - before < 400, f"octopus has grown by {full - before} MiB"
        assert crowded < 1, f"the page of another takes {crowded:.1f} s"
        person.fill("search", text="Massachusetts")
        person.wait_text("Massachusetts General Hospital")
    finally:
        for raw in taken:
            raw.close()
    _eventually("the seats are given back", lambda: _is_let_in(app, "127.0.0.2"))
    _eventually("memory is given back", lambda: app.memory("octopus") < before + (full - before) / 2 + 16, 60)
    print(f"  afterwards octopus has {app.memory('octopus') - before} MiB more than before")


@trial
def connections_of_one_address(app: App, person: Person):
    """One address opens as many connections as it can: it is told when it has enough, and others come in."""
    _room_for_sockets()
    app_host, port = app.address.removeprefix("http://").split(":")
    held, refused = [], 0
    _settled(app)
    before, alone = app.memory("octopus"), _seconds_of_a_page(app)
    try:
        for _ in range(CONNECTIONS_OF_ADDRESS + 400):
            raw = socket.create_connection((app_host, int(port)), timeout=10, source_address=("127.0.0.30", 0))
            held.append(raw)
        for raw in held[-300:]:
            answer = b""
            while piece := raw.recv(1000):
                answer += piece
            refused += answer.startswith(b"HTTP/1.1 503") and b"Too many connections" in answer
        assert refused == 300, f"{refused} of 300 were told"
        grown, crowded = app.memory("octopus") - before, _seconds_of_a_page(app)
        print(f"  {CONNECTIONS_OF_ADDRESS} connections of one address are open; octopus has grown by {grown} MiB; the page of another takes "
              f"{crowded * 1000:.0f} ms instead of {alone * 1000:.0f} ms")
        assert grown < 100, f"octopus has grown by {grown} MiB"
        assert crowded < 1, f"the page of another takes {crowded:.1f} s"
        person.go("/places")
        person.wait_element("search")
    finally:
        for raw in held:
            raw.close()
    _eventually("the address is let in again", lambda: Visit(app, "127.0.0.30").get("/")[0].status == 200)


@trial
def pages_of_one_address(app: App, person: Person):
    """One address opens a thousand pages, with cookies and without: it keeps its newest, and others don't notice."""
    person.go("/places")
    person.wait_element("search")
    _settled(app)
    before, alone = app.memory("octopus"), _seconds_of_a_page(app)
    first = Visit(app, "127.0.0.50")
    _, page = first.get("/places")
    kept = re.search(r'data-events="(/pages/[^"/]+)', page)[1]
    assert first.ask("GET", kept)[0].status == 200
    with concurrent.futures.ThreadPoolExecutor(4) as workers:
        crowd = [workers.submit(_pages_of, app, "127.0.0.50", 250) for _ in range(4)]
        slowest = 0.0
        while not all(flood.done() for flood in crowd):
            slowest = max(slowest, _seconds_of_a_page(app, 1))
        for flood in crowd:
            flood.result()
    grown = app.memory("octopus") - before
    print(f"  1,000 pages: octopus has grown by {grown} MiB; meanwhile the slowest page of another took {slowest * 1000:.0f} ms instead of {alone * 1000:.0f} ms")
    assert grown < 120, f"octopus has grown by {grown} MiB"
    assert slowest < 2, f"{slowest:.1f} s"
    assert first.ask("GET", kept)[0].status == 303, "the first page is still open"
    person.fill("search", text="Massachusetts")
    person.wait_text("Massachusetts General Hospital")


@trial
def slow_clients(app: App, person: Person):
    """Heads, forms and a file that come slowly or stop, and readers that don't read: they are given up, while others are served."""
    _settled(app)
    visit, operator = Visit(app, "127.0.0.40"), Visit(app)
    action, token = visit.form_at("/places", "search")
    stream_of = visit.get("/places")[1]
    operator.sign_in("operator", PASSWORD)
    silent = _send_half(operator, *operator.form_at("/import", "bundle"), _large_bundle(), "silent")
    before, descriptors = app.memory("octopus"), app.descriptors("octopus")
    slow = [visit.connect() for _ in range(250)]
    head = visit.request("GET", "/", *(f"X-{number}: {'y' * 40}" for number in range(20)))
    form = visit.request("POST", action, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 4000")
    for raw in slow[200:]:
        raw.sendall(form)
    unread, streams = _unread_pages(visit), _unread_streams(visit, stream_of)
    begin, slowest, at = time.monotonic(), 0.0, 0
    late = {}
    while time.monotonic() < begin + PATIENCE and (app.descriptors("octopus") > descriptors + len(streams) + 8 or len(late) < len(slow)):
        for number, raw in enumerate(slow):
            if number not in late and not _drips(raw, head[at:at + 1] if number < 200 else b"x"):
                late[number] = time.monotonic() - begin
        at = min(at + 1, len(head) - 3)
        for words in ("hospital", "clinic"):
            assert visit.post_live(action, token=token, element="search", event="submitted", field__text=words)[0].status in (204, 303, 400)
        slowest = max(slowest, _seconds_of_a_page(app, 1))
        time.sleep(0.5)
    left, grown = app.descriptors("octopus") - descriptors - len(streams), app.memory("octopus") - before
    answer = silent.recv(4000)
    for raw in [*slow, *unread, *streams, silent]:
        raw.close()
    print(f"  {len(late)} of 250 that send a byte at a time, and {len(unread)} that don't read: after {time.monotonic() - begin:.0f} s "
          f"{max(left, 0)} connections are left, octopus has grown by {grown} MiB, the slowest page of another took {slowest * 1000:.0f} ms")
    assert len(late) == len(slow), f"{len(slow) - len(late)} were never given up"
    assert left <= 8, f"{left} connections are left"
    assert grown < 100, f"{grown} MiB"
    assert slowest < 2, f"{slowest:.1f} s"
    assert b" 408 " in answer.split(b"\r\n")[0], answer[:300]
    assert _patients(app, operator) == 0, "a patient of a file that stopped was taken"


@trial
def uploads_that_stop(app: App, person: Person):
    """Files whose senders go away or send them half: nothing of them is taken, nothing is kept, and the next one is."""
    visit = Visit(app)
    visit.sign_in("operator", PASSWORD)
    files = _files(app)
    sizes = {name: app.memory(name) for name in ("octopus", "clinical-records")}
    bundle, slowest = _large_bundle(), 0.0
    for way in ["half", *["gone"] * 12]:
        raw = _send_half(visit, *visit.form_at("/import", "bundle"), bundle, way)
        if way == "half":
            answer = raw.recv(4000)
            assert b" 400 " in answer.split(b"\r\n")[0], answer[:300]
        raw.close()
        slowest = max(slowest, _seconds_of_a_page(app, 1))
    person.go("/import")
    person.upload("bundle", "file", ROOT / "deploy/data/samples/ana-keller-2025.json")
    person.wait_element("result")
    for name, size in sizes.items():
        _eventually(f"{name} gives its memory back", lambda name=name, size=size: app.memory(name) < size + 80, 60)
        print(f"  {name}: {app.memory(name) - size} MiB more after 13 uploads of {len(bundle) >> 10} KiB that stopped")
    print(f"  the slowest page of another took {slowest * 1000:.0f} ms")
    assert slowest < 2, f"{slowest:.1f} s"
    _eventually("files that were begun are gone", lambda: _files(app) <= files)
    assert _patients(app, visit) == 0, "a patient of a file that stopped was taken"


# Crowds


def _room_for_sockets():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _ask_for_streams(app: App, addresses: list[str]) -> tuple[list[socket.socket], int]:
    taken: list[socket.socket] = []
    refused = 0
    with concurrent.futures.ThreadPoolExecutor(8) as workers:
        for some, others in workers.map(lambda address: _streams_of(app, address), addresses):
            taken += some
            refused += others
    return taken, refused


def _streams_of(app: App, address: str) -> tuple[list[socket.socket], int]:
    taken, refused = [], 0
    for _ in range(16):
        visit = Visit(app, address)
        _, page = visit.get("/")
        for _ in range(STREAMS_OF_VISITOR):
            raw = _stream(visit, page)
            if raw:
                taken.append(raw)
            else:
                refused += 1
    assert len(taken) <= STREAMS_OF_ADDRESS, f"{address} has {len(taken)} streams"
    return taken, refused


def _stream(visit: Visit, page: str) -> socket.socket | None:
    """An event stream; None where it is refused in so many words."""
    raw = visit.connect()
    raw.sendall(visit.request("GET", visit.events(page)))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = raw.recv(4000)
        assert piece, f"closed without an answer: {answer!r}"
        answer += piece
    if b" 200 " in answer.split(b"\r\n")[0]:
        return raw
    while b"</html>" not in answer and (piece := raw.recv(4000)):
        answer += piece
    assert b" 503 " in answer.split(b"\r\n")[0] and b"Too many pages are open" in answer, answer[:300]
    raw.close()
    return None


def _is_let_in(app: App, address: str) -> bool:
    visit = Visit(app, address)
    raw = _stream(visit, visit.get("/")[1])
    if raw:
        raw.close()
    return raw is not None


def _pages_of(app: App, address: str, number: int):
    visit = Visit(app, address)
    for count in range(number):
        if count % 20 == 0:
            visit = Visit(app, address)
        assert visit.get(f"/places?text={count}")[0].status == 200


def _seconds_of_a_page(app: App, times: int = 20) -> float:
    """Of a visitor from another address; of many, what 19 of 20 take at most."""
    seconds = []
    visit = Visit(app, "127.0.0.99")
    for _ in range(times):
        begin = time.monotonic()
        assert visit.get("/places")[0].status == 200
        seconds.append(time.monotonic() - begin)
    return statistics.quantiles(seconds, n=20)[-1] if times > 1 else seconds[0]


def _settled(app: App):
    """Waits until what others have left is gone."""
    last = -1
    while (now := app.descriptors("octopus")) != last:
        last = now
        time.sleep(1)


# Slowness


def _drips(raw: socket.socket, byte: bytes) -> bool:
    """Sends another byte; false where the other side has closed."""
    try:
        raw.setblocking(False)
        try:
            if raw.recv(100_000) == b"":
                return False
        except BlockingIOError:
            pass
        raw.send(byte)
        return True
    except BlockingIOError:
        return True
    except OSError:
        return False


def _unread(visit: Visit) -> socket.socket:
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.bind((visit.source, 0))
    host, port = visit.host.split(":")
    raw.connect((host, int(port)))
    return raw


def _unread_pages(visit: Visit) -> list[socket.socket]:
    """Each asks for a page a thousand times, and reads none."""
    sockets = []
    for _ in range(20):
        raw = _unread(visit)
        raw.setblocking(False)
        try:
            raw.send(visit.request("GET", "/sign-in") * 1000)
        except BlockingIOError:
            pass
        sockets.append(raw)
    return sockets


def _unread_streams(visit: Visit, page: str) -> list[socket.socket]:
    sockets = []
    for _ in range(10):
        raw = _unread(visit)
        raw.sendall(visit.request("GET", visit.events(page)))
        sockets.append(raw)
    return sockets


# Uploads


def _large_bundle() -> bytes:
    """A bundle with a patient in front and many entries behind."""
    bundle = json.loads((ROOT / "deploy/data/samples/ana-keller.json").read_text())
    patient = bundle["entry"][0]
    patient["resource"]["id"] = NOBODY
    patient["resource"]["name"] = [{"family": "Half", "given": ["Only"]}]
    patient["fullUrl"] = f"urn:uuid:{NOBODY}"
    text = json.dumps(bundle).replace(PATIENT, NOBODY)
    head, tail = text[:-2], text[-2:]
    observation = json.dumps(next(e for e in json.loads(text)["entry"] if e["resource"]["resourceType"] == "Observation"))
    number = observation[observation.index('"urn:uuid:') + 10:][:36]
    return (head + "".join(", " + observation.replace(number, f"{i:08x}-0000-5000-8000-000000000002") for i in range(6000)) + tail).encode()


def _send_half(visit: Visit, action: str, token: str, bundle: bytes, way: str) -> socket.socket:
    """Half of a file. Its length says that there is more, unless the way is half: then it ends there."""
    head = (f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n--x\r\nContent-Disposition: form-data; '
            'name="field.file"; filename="half.json"\r\nContent-Type: application/json\r\n\r\n').encode()
    half = head + bundle[:len(bundle) // 2]
    length = len(half) if way == "half" else len(head) + len(bundle) + 9
    raw = visit.connect(PATIENCE)
    raw.sendall(visit.request("POST", action, "Content-Type: multipart/form-data; boundary=x", f"Content-Length: {length}") + half)
    return raw


def _patients(app: App, operator: Visit) -> int:
    """How many patients of the large bundle staff find; the one of the sample shows that they find any."""
    staff = Visit(app)
    staff.sign_up(operator.invite(f"Staff {time.monotonic_ns()}", "staff"), PASSWORD)
    assert PATIENT in staff.page_with("/patients?search=Keller", PATIENT)
    page = staff.page_with("/patients?search=Half", '.search"')
    deadline = time.monotonic() + 20
    while "Nobody has such a name" not in page and NOBODY not in page:
        assert time.monotonic() < deadline, page[:3000]
        page = staff.get("/patients?search=Half")[1]
    return page.count(NOBODY)


def _files(app: App) -> set[str]:
    """The suite's files, and those that its daemons have open without a name."""
    names = {str(path) for path in app.home.rglob("*") if path.is_file() and not path.name.endswith((".log", "-wal", "-shm"))}
    for vertical in ("octopus", "clinical-records"):
        for link in pathlib.Path(f"/proc/{app.pid(vertical)}/fd").iterdir():
            target = str(link.readlink()) if link.is_symlink() else ""
            if "(deleted)" in target:
                names.add(f"{vertical} holds {target}")
    return names


def _eventually(what: str, condition, seconds: float = 30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.2)
