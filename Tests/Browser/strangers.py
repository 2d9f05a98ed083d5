"""What somebody gets who has signed in and asks for another patient's pages, live changes, actions and documents; or holds an old cookie."""

import re
import socket
import time

from app import PATIENT, ROOT, App, Person
from registry import trial
from visits import Visit

PASSWORD = "a sentence that is long"
REASON = "Only Ana and the clinic know this"
# What stands in Ana's records and nowhere else.
SECRETS = ["Keller", "Ibuprofen", "12 Adams Street", "1986", REASON]
STRANGER = "11111111-1111-5111-8111-111111111111"


@trial
def strangers_get_nothing_of_another(app: App, person: Person):
    """Every route, page, live stream, action and document of a patient, asked for by another patient, by nobody, and by a cookie signed out."""
    ana, stranger = _people(app)
    appointment = _book(ana)
    held = Held(ana, appointment)
    routes = _routes(appointment)
    for route, mark in _own_routes(appointment):
        assert any(secret in ana.page_with(route, mark) for secret in SECRETS), f"{route} shows Ana nothing"
    for visitor, who in [(stranger, "another patient"), (Visit(app), "nobody")]:
        for route in routes:
            _nothing(visitor, route, who)
    for visitor, who in [(stranger, "another patient"), (Visit(app), "nobody")]:
        held.ask(visitor, who)
    _own_screens(ana, stranger, appointment)
    _streams(ana, stranger)
    assert REASON in ana.page_with(f"/appointments/{appointment}", '.cancel'), "the appointment was changed"
    stolen = ana.cookie
    action = re.search(r'action="(/pages/[^"]+/sign-out)"', held.page)[1]
    stream = _stream(ana, held.page)
    assert ana.post(action, token=held.token)[0].status == 303
    last = _rest(stream)
    assert not _told(last), f"a live page goes on after signing out: {last[:500]}"
    for route in routes + ["/record", "/record/history", "/appointments", "/sessions"]:
        thief = Visit(app)
        thief.cookie = stolen
        _nothing(thief, route, "a stolen cookie")
        assert "sign-out" not in thief.get("/")[1], "the stolen cookie is still somebody's"
    thief = Visit(app)
    thief.cookie = stolen
    held.ask(thief, "a stolen cookie")


class Held:
    """Addresses of what Ana has open, as somebody may have read them over her shoulder."""

    def __init__(self, ana: Visit, appointment: str):
        self.page = ana.page_with(f"/appointments/{appointment}", '.cancel"')
        self.token = re.search(r'name="token" value="([^"]+)"', self.page)[1]
        self.id = re.search(r'data-events="/pages/([^"/]+)/events', self.page)[1]
        self.screens = sorted(set(re.findall(r'action="/screens/([^"/]+)/actions"', self.page)))
        assert len(self.screens) == 1, self.screens
        history = ana.page_with("/record/history", ".filter")
        self.screens += sorted(set(re.findall(r'action="/screens/([^"/]+)/actions"', history)))
        assert len(self.screens) >= 2, self.page
        answer, _ = ana.post(f"/screens/{self.screens[0]}/actions", token=self.token, element="calendar", event="followed")
        self.file = answer.getheader("Location")
        assert "/files/" in self.file and "BEGIN:VCALENDAR" in ana.ask("GET", self.file)[1], self.file

    def ask(self, visitor: Visit, who: str):
        tokens = {self.token, *re.findall(r'name="token" value="([^"]+)"', visitor.get("/sign-in")[1]), ""}
        for path, allowed in [
            (f"/pages/{self.id}", {303}), (f"/pages/{self.id}?step=1", {303}), (f"/pages/{self.id}/events", {204}),
            (self.file, {404}), *((f"/pages/{self.id}/files/{number}", {404}) for number in range(3)),
            *((f"/screens/{screen}/images/{name}", {404}) for screen in self.screens for name in ("map", "chart", "image")),
        ]:
            answer, text = visitor.ask("GET", path)
            assert answer.status in allowed and not _told(text), f"{who} at {path}: {answer.status} {text[:500]}"
        for token in tokens:
            for verb in ("back", "dismiss", "retry", "sign-out"):
                answer, text = visitor.post(f"/pages/{self.id}/{verb}", token=token, screen=self.screens[0])
                assert answer.status == 410 and not _told(text), f"{who}, {verb}: {answer.status} {text[:500]}"
            for screen in self.screens:
                for form in [
                    {"element": "cancel", "event": "pressed", "confirmed": "yes"}, {"element": "move", "event": "pressed"},
                    {"element": "calendar", "event": "pressed"}, {"element": "filter", "event": "submitted"},
                    {"element": "entries", "event": "more", "value": ""}, {"element": "entries", "event": "chosen", "value": "x"},
                    {"element": "link", "event": "followed"},
                ]:
                    answer, text = visitor.post(f"/screens/{screen}/actions", token=token, **form)
                    assert answer.status == 410 and not _told(text), f"{who}, {form}: {answer.status} {text[:500]}"
                answer, text = visitor.ask(
                    "POST", f"/screens/{screen}/actions?token={token}", b'--x\r\nContent-Disposition: form-data; name="field.file"; '
                    b'filename="a"\r\n\r\nabc\r\n--x--\r\n', Content_Type="multipart/form-data; boundary=x")
                assert answer.status == 410 and not _told(text), f"{who}, an upload: {answer.status} {text[:500]}"


# People


def _people(app: App) -> tuple[Visit, Visit]:
    operator = Visit(app)
    operator.sign_in("operator", "correct horse battery")
    ana, stranger = Visit(app), Visit(app)
    ana.sign_up(operator.invite(f"Ana {time.monotonic_ns()}", "patient", PATIENT), PASSWORD)
    stranger.sign_up(operator.invite(f"Stranger {time.monotonic_ns()}", "patient", STRANGER), PASSWORD)
    return ana, stranger


def _book(ana: Visit) -> str:
    """An appointment's id."""
    before = _appointments(ana)
    page = ana.page_with("/appointments/new", '.clinics"')
    page = _act(ana, page, "clinics", "slots", event="chosen", value="fruit-street")
    page = _act(ana, page, "slots", "confirm", event="chosen", value=_first_choice(page, "slots"))
    _act(ana, page, "confirm", "cancel", event="submitted", field__reason=REASON)
    return (_appointments(ana) - before).pop()


def _appointments(ana: Visit) -> set[str]:
    """The ids of those that are ahead."""
    page = ana.page_with("/appointments", '.book"')
    return set(re.findall(r'<button[^>]*name="value" value="([0-9A-Fa-f-]{36})"', page))


def _first_choice(page: str, element: str) -> str:
    """What the first button of an element chooses that can be pressed."""
    form = page[page.index('value="chosen"', page.index(f'.{element}"')):]
    buttons = re.findall(r"<button[^>]*>", form)
    value = next(found for button in buttons if " disabled" not in button and (found := re.search(r'name="value" value="([^"]+)"', button)))
    return value[1]


def _act(visit: Visit, page: str, element: str, then: str, **form: str) -> str:
    """Does something on a page, and waits for what comes of it."""
    action = re.search(r'action="(/screens/[^"]+/actions)"', page[page.index(f".{element}"):])[1]
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    answer, text = visit.post(action, token=token, element=element, **form)
    assert answer.status == 303, f"{element}: {answer.status} {text[:1000]}"
    return visit.page_with(answer.getheader("Location"), f".{then}")


# Routes


def _entries() -> list[tuple[str, str]]:
    text = (ROOT / "deploy/data/samples/ana-keller.json").read_text()
    return re.findall(r'"resourceType": "(\w+)",\s+"id": "([^"]+)"', text)


def _own_routes(appointment: str) -> list[tuple[str, str]]:
    """What of it Ana sees herself, and an element of each."""
    return [("/record", ".facts"), ("/record/history", ".filter"), (f"/appointments/{appointment}", ".cancel")]


def _routes(appointment: str) -> list[str]:
    """Every deep link that the verticals declare, with Ana's ids in it."""
    entries = _entries()
    assert len(entries) > 10, entries
    return [
        "/", "/patients", "/patients?search=Keller", f"/patients?search={PATIENT}", f"/patients/{PATIENT}", f"/patients/{PATIENT}/history",
        *(f"/entries/{kind}/{id}" for kind, id in entries if kind not in ("Organization", "Practitioner")),
        f"/appointments?patient={PATIENT}", f"/appointments/new?patient={PATIENT}", f"/appointments/{appointment}",
        f"/appointments/{appointment.upper()}", "/today", "/today?clinic=fruit-street", "/import", "/invite", "/wards", "/sign-in",
        "/sign-up?code=x", "/places", f"/places/{PATIENT}", f"/places/{PATIENT}/directions",
    ]


def _nothing(visitor: Visit, route: str, who: str):
    """The page with what comes to it later holds nothing of Ana's."""
    answer, page = visitor.get(route)
    deadline = time.monotonic() + 10
    while 'aria-busy="true"' in page and time.monotonic() < deadline:
        assert not _told(page), f"{who} at {route} reads {_told(page)}"
        answer, page = visitor.get(route)
    assert 'aria-busy="true"' not in page, f"{who} at {route} waits for ever"
    assert not _told(page), f"{who} at {route} reads {_told(page)}: {page[:2000]}"
    assert answer.status in (200, 404), f"{who} at {route}: {answer.status}"
    if _is_anothers(route):
        assert "This part is not available" in page, f"{who} at {route} is not refused: {page[:3000]}"


def _is_anothers(route: str) -> bool:
    """Whether a route is refused to whoever is not its patient, nor staff."""
    return "patient=" in route or route.startswith(("/patients", "/entries", "/today", "/import", "/invite")) or bool(
        re.match(r"/appointments/(?!new)", route))


def _told(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret.lower() in text.lower()]


# The stranger's own pages, with another's ids


def _own_screens(ana: Visit, stranger: Visit, appointment: str):
    """Actions on one's own screens that name what is another's."""
    entry = next(id for kind, id in _entries() if kind == "Condition")
    session = _first_choice(ana.page_with("/sessions", '.sessions"'), "sessions")
    lists = re.findall(r'name="element" value="([^"]+)"><input type="hidden" name="event" value="chosen"', ana.page_with("/record/history", ".filter"))
    assert lists, "Ana's history has nothing to choose"
    for route, elements, values in [
        ("/appointments", ["appointments"], [appointment]), ("/record", ["kinds", "documents"], [f"Condition/{entry}", PATIENT]),
        ("/record/history", lists, [entry, f"Condition/{entry}"]), ("/wards", ["wards"], [PATIENT]), ("/sessions", ["sessions"], [session]),
        (f"/appointments/{appointment}", ["cancel", "move", "confirmMove", "calendar"], [appointment]),
        (f"/entries/Condition/{entry}", ["related"], [entry]), ("/appointments/new", ["clinics", "slots"], [appointment]),
    ]:
        page = stranger.get(route)[1]
        token = re.search(r'name="token" value="([^"]+)"', page)[1]
        id = re.search(r'data-events="/pages/([^"/]+)/events', page)[1]
        # With somebody who follows the page, an answer does not wait for what comes of the action.
        stream = _stream(stranger, page)
        for screen in re.findall(r'<article id="t\.([^"]+)"', page):
            for element in elements:
                for value in values:
                    for event in ("pressed", "chosen", "more"):
                        answer, text = stranger.post_live(
                            f"/screens/{screen}/actions", token=token, element=element, event=event, value=value)
                        assert answer.status in (204, 303, 400, 410) and not _told(text), f"{route}, {element}: {answer.status} {text[:500]}"
        for path in (f"/pages/{id}", route):
            _nothing(stranger, path, "after actions on another's things, another patient")
        heard = _rest(stream, 0.2)
        assert not _told(heard), f"the live page of {route} told another's things: {heard[:1000]}"
    assert "sign-out" in ana.get("/")[1], "a stranger has ended Ana's session"


def _streams(ana: Visit, stranger: Visit):
    """A live page hears nothing of another's changes, while the other's own does."""
    own, other = _stream(ana, ana.page_with("/appointments", '.appointments"')), _stream(stranger, stranger.get("/appointments")[1])
    page = ana.page_with(f"/appointments/new?patient={PATIENT}", '.clinics"')
    page = _act(ana, page, "clinics", "slots", event="chosen", value="charite")
    page = _act(ana, page, "slots", "confirm", event="chosen", value=_first_choice(page, "slots"))
    _act(ana, page, "confirm", "cancel", event="submitted", field__reason=REASON)
    heard = _until(own, "Poliklinik Mitte")
    assert "event: change" in heard, heard[:1000]
    silence = _rest(other, 1)
    assert "Poliklinik" not in silence and not _told(silence), f"another's change came: {silence[:1000]}"


def _stream(visit: Visit, page: str) -> socket.socket:
    raw = visit.connect(10)
    raw.sendall(visit.request("GET", visit.events(page)))
    head = raw.recv(4000)
    assert b" 200 " in head.split(b"\r\n")[0], head
    return raw


def _until(raw: socket.socket, words: str) -> str:
    heard = ""
    while words not in heard:
        piece = raw.recv(100_000)
        assert piece, f"the stream ended before {words}: {heard[:1000]}"
        heard += piece.decode(errors="replace")
    raw.close()
    return heard


def _rest(raw: socket.socket, seconds: float = 10) -> str:
    """What comes until the stream ends, or for some seconds."""
    raw.settimeout(seconds)
    heard = b""
    try:
        while piece := raw.recv(100_000):
            heard += piece
    except TimeoutError:
        pass
    raw.close()
    return heard.decode(errors="replace")
