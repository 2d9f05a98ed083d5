"""Crowds and slow clients: what they cost others."""

import concurrent.futures
import re
import resource
import socket
import time

from app import App, Person
from measures import PASSWORD, PATIENCE, eventually, seconds_of_a_page, settled
from registry import trial
from uploads import large_bundle, patients, send_half
from visits import Visit

# What octopus lets in: see DoorLimits.
STREAMS_OF_VISITOR, STREAMS_OF_ADDRESS, ANONYMOUS_STREAMS, CONNECTIONS_OF_ADDRESS = 32, 512, 2048, 2048


@trial
def ten_thousand_event_streams(app: App, person: Person):
    """Twenty addresses ask for 10,240 event streams: 2,048 are let in, each of the others is told why, and people don't notice."""
    _room_for_sockets()
    person.go("/places")
    person.wait_element("search")
    settled(app)
    before = app.memory("octopus")
    alone = seconds_of_a_page(app)
    taken, refused = _ask_for_streams(app, [f"127.0.0.{number}" for number in range(2, 22)])
    try:
        full = app.memory("octopus")
        crowded = seconds_of_a_page(app)
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
    eventually("the seats are given back", lambda: _is_let_in(app, "127.0.0.2"))
    eventually("memory is given back", lambda: app.memory("octopus") < before + (full - before) / 2 + 16, 60)
    print(f"  afterwards octopus has {app.memory('octopus') - before} MiB more than before")


@trial
def connections_of_one_address(app: App, person: Person):
    """One address opens as many connections as it can: it is told when it has enough, and others come in."""
    _room_for_sockets()
    app_host, port = app.address.removeprefix("http://").split(":")
    held, refused = [], 0
    settled(app)
    before, alone = app.memory("octopus"), seconds_of_a_page(app)
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
        grown, crowded = app.memory("octopus") - before, seconds_of_a_page(app)
        print(f"  {CONNECTIONS_OF_ADDRESS} connections of one address are open; octopus has grown by {grown} MiB; the page of another takes "
              f"{crowded * 1000:.0f} ms instead of {alone * 1000:.0f} ms")
        assert grown < 100, f"octopus has grown by {grown} MiB"
        assert crowded < 1, f"the page of another takes {crowded:.1f} s"
        person.go("/places")
        person.wait_element("search")
    finally:
        for raw in held:
            raw.close()
    eventually("the address is let in again", lambda: Visit(app, "127.0.0.30").get("/")[0].status == 200)


@trial
def pages_of_one_address(app: App, person: Person):
    """One address opens a thousand pages, with cookies and without: it keeps its newest, and others don't notice."""
    person.go("/places")
    person.wait_element("search")
    settled(app)
    before, alone = app.memory("octopus"), seconds_of_a_page(app)
    first = Visit(app, "127.0.0.50")
    _, page = first.get("/places")
    kept = re.search(r'data-events="(/pages/[^"/]+)', page)[1]
    assert first.ask("GET", kept)[0].status == 200
    with concurrent.futures.ThreadPoolExecutor(4) as workers:
        crowd = [workers.submit(_pages_of, app, "127.0.0.50", 250) for _ in range(4)]
        slowest = 0.0
        while not all(flood.done() for flood in crowd):
            slowest = max(slowest, seconds_of_a_page(app, 1))
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
    settled(app)
    visit, operator = Visit(app, "127.0.0.40"), Visit(app)
    action, token = visit.form_at("/places", "search")
    stream_of = visit.get("/places")[1]
    operator.sign_in("operator", PASSWORD)
    silent = send_half(operator, *operator.form_at("/import", "bundle"), large_bundle(), "silent")
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
        slowest = max(slowest, seconds_of_a_page(app, 1))
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
    assert patients(app, operator) == 0, "a patient of a file that stopped was taken"


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
