"""What happens to the app in a browser when verticals are killed, people click twice, and others send what they should not."""

import argparse
import json
import os
import pathlib
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse

import crowds  # noqa: F401
import injections  # noqa: F401
import strangers  # noqa: F401
import uploads  # noqa: F401
from app import PATIENT, ROOT, App, Person
from registry import TRIALS, trial
from visits import Stream, Visit


@trial
def killed_verticals_cost_their_part(app: App, person: Person):
    """Each vertical is killed while its screen is open: its tile says so, the others go on, and it comes back by itself."""
    for path, vertical, element in [("/places", "maps", "search"), ("/import", "clinical-records", "bundle"), ("/sessions", "authentication", "sessions")]:
        person.go(path)
        person.wait_element(element)
        person.browser.execute_script("window.wasHere = true")
        os.kill(app.pid(vertical), signal.SIGKILL)
        person.until(f"{vertical} is gone or back", lambda: True)
        person.until("it is back", lambda: app.generation(vertical) > 1 and person.element(element))
        assert person.browser.execute_script("return window.wasHere"), "the page was loaded anew"
        person.go("/")
        person.wait_element("search")


@trial
def stopped_vertical_says_so(app: App, person: Person):
    """A vertical that does not run costs its own tile of the home page, with a reason and a way to try again."""
    person.go("/")
    person.wait_element("search")
    app.run("stop", "maps")
    person.until("the tile says so", lambda: "is not there at the moment" in person.body())
    person.wait_element("bundle")
    app.run("start", "maps")
    person.wait_element("search")


@trial
def double_click_books_once(app: App, person: Person):
    """Two windows, and a double click: one appointment, which the other window shows without being loaded again."""
    ana = Person(app)
    try:
        ana.go("/sign-up?code=" + app.invite(person, "Ana Keller", PATIENT))
        ana.fill("signUp", password="what Ana would say", again="what Ana would say")
        ana.wait_text("Ana Keller")
        ana.go("/appointments")
        ana.wait_element("none")
        first = ana.browser.current_window_handle
        ana.browser.switch_to.new_window("tab")
        ana.go("/appointments/new")
        ana.choose("clinics", "fruit-street")
        ana.wait_element("slots")
        ana.choose_first("slots")
        ana.wait_element("confirm")
        ana.browser.execute_script(
            'const b = document.querySelector(\'form[id$=".confirm.form"] button:not([type=button])\'); b.click(); b.click();')
        ana.wait_element("cancel")
        ana.browser.switch_to.window(first)
        ana.wait_element("appointments")
        rows = len(ana.choices("appointments"))
        assert rows == 1, f"{rows} appointments were booked"
        ana.browser.back()
        ana.browser.forward()
        ana.wait_element("appointments")
    finally:
        ana.close()


@trial
def forged_forms_do_nothing(app: App, person: Person):
    """A form without the page's token, from another site or for another name is refused."""
    visit = Visit(app)
    _, page = visit.get("/sign-in")
    action, token = visit.form(page[page.index('id="modal"'):], "signIn")
    form = {"element": "signIn", "event": "submitted", "field__name": "operator", "field__password": "correct horse battery"}
    assert visit.post(action, **form)[0].status == 403
    assert visit.post(action, token=token[:-1] + "x", **form)[0].status == 403
    body = urllib.parse.urlencode({"token": token, "element": "signUp", "event": "pressed"})
    kind = "application/x-www-form-urlencoded"
    assert visit.ask("POST", action, body, Content_Type=kind, Sec_Fetch_Site="cross-site")[0].status == 403
    assert visit.ask("POST", action, body, Content_Type=kind, Origin="http://evil.example")[0].status == 403
    assert visit.ask("GET", "/", Host="evil.example")[0].status == 421
    other = Visit(app)
    other.get("/")
    assert other.post(action, token=token, **form)[0].status == 410, "another browser's screen was reached"


@trial
def stolen_cookies_are_worth_nothing(app: App, person: Person):
    """After signing out, and after signing in, the cookie of before is nobody's."""
    visit = Visit(app)
    visit.get("/")
    before = visit.cookie
    page = visit.sign_up(app.invite(person, "Mara Stolen", PATIENT), "a sentence that is long")
    signed_in = visit.cookie
    assert before != signed_in, "signing in kept the cookie"
    thief = Visit(app)
    thief.cookie = before
    assert "sign-out" not in thief.get("/")[1]
    action = re.search(r'action="(/pages/[^"]+/sign-out)"', page)[1]
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    assert visit.post(action, token=token)[0].status == 303
    thief.cookie = signed_in
    answer, page = thief.get("/sessions")
    assert "sign-out" not in page and "Mara Stolen" not in page, "a stolen cookie shows the session"


@trial
def nonsense_is_refused(app: App, person: Person):
    """Forms, uploads and addresses that no browser sends get an answer, and the door stays open."""
    visit = Visit(app)
    _, page = visit.get("/sign-in")
    action, token = visit.form(page[page.index('id="modal"'):], "signIn")
    kind = "application/x-www-form-urlencoded"
    assert visit.ask("POST", action, b"%zz=%ff", Content_Type=kind)[0].status == 400
    assert visit.ask("POST", action, b"a=" + b"x" * (300 << 10), Content_Type=kind)[0].status == 413
    assert visit.post(action, token=token, element="signIn", event="exploded")[0].status == 400
    for path in ["/%00", "/nothing/here", "/pages/none/events", "/screens/x/images/y", "/assets/../../etc/passwd", "/" + "a" * 8000, "/?" + "b" * 20000]:
        status = visit.ask("GET", path)[0].status
        assert status in (204, 303, 400, 404, 413, 414, 431), f"{path[:30]}: {status}"
    broken = b"--x\r\nContent-Disposition: form-data; name=\"field.file\"; filename=\"a\"\r\n\r\nabc"
    assert visit.ask("POST", action + "?token=" + token, broken, Content_Type="multipart/form-data; boundary=x")[0].status in (303, 400)
    host, port = visit.host.split(":")
    for data in [b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5000 + b"\r\n"]:
        with socket.create_connection((host, int(port)), timeout=10) as raw:
            try:
                raw.sendall(data)
                raw.recv(1000)
            except OSError:
                pass
    assert visit.get("/")[0].status == 200


@trial
def crowds_do_not_keep_others_out(app: App, person: Person):
    """Hundreds of event streams that nobody reads, slow senders, and browsers without cookies: somebody else is served at once."""
    streams = []
    visit = Visit(app)
    host, port = visit.host.split(":")
    _, page = visit.get("/")
    events = re.search(r'data-events="([^"]+)"', page)[1]
    refused = 0
    for _ in range(60):
        raw = socket.create_connection((host, int(port)), timeout=10)
        raw.sendall(f"GET {events} HTTP/1.1\r\nHost: localhost\r\nCookie: {visit.cookie}\r\n\r\n".encode())
        refused += b" 503 " in raw.recv(200)
        streams.append(raw)
    assert refused >= 20, f"one browser has {60 - refused} event streams"
    for _ in range(200):
        raw = socket.create_connection((host, int(port)), timeout=10)
        raw.sendall(b"POST /screens/x/actions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nslow")
        streams.append(raw)
    before = app.memory("octopus")
    flood = [threading.Thread(target=lambda: [Visit(app).get("/") for _ in range(40)]) for _ in range(8)]
    for thread in flood:
        thread.start()
    slowest = 0.0
    while any(thread.is_alive() for thread in flood):
        begin = time.monotonic()
        assert Visit(app).get("/")[0].status == 200
        slowest = max(slowest, time.monotonic() - begin)
    grown = app.memory("octopus") - before
    for raw in streams:
        raw.close()
    print(f"  320 visitors without cookies: {grown} MiB grown, the slowest page of another took {slowest:.2f} s")
    assert grown < 200, f"{grown} MiB"
    assert slowest < 10, f"{slowest:.1f} s"


@trial
def what_is_done_is_told(app: App, person: Person):
    """A press that leads elsewhere is told by the stream, which ends with it; or by the next one, where the connection broke meanwhile."""
    visit = Visit(app)
    visit.sign_up(app.invite(person, "Tell Desk", role="staff"), "a sentence that is long")
    for round in range(20):
        page = visit.page_with(f"/patients/{PATIENT}", '.appointments"')
        events = visit.events(page)
        action = re.search(r'action="(/screens/[^"]+/actions)"', page[page.index('.appointments"'):])[1]
        token = re.search(r'name="token" value="([^"]+)"', page)[1]
        with Stream(visit, events) as stream:
            stream.until("begin")
            if round % 2:
                stream.close()
            answer, _ = visit.post_live(action, token=token, element="appointments", event="followed")
            if not round % 2:
                assert answer.status == 204, f"the script is told {answer.status} while its stream is open"
                stream.until("event: location")
        with Stream(visit, events) as stream:
            stream.until("event: location")


@trial
def links_name_their_handler(app: App, person: Person):
    """`svc-supervisor open` says which vertical handles a link, and shows the screen as text."""
    shown = app.run("open", "/places?text=charit", "--print")
    assert "maps opens it by /places with Maps.searchScreen" in shown and "Charité" in shown, shown
    for link, words in [("/place", "The nearest is /places"), ("/appointments/7", "appointments refuses it"), ("/patients", "asks for something first")]:
        said = app.supervise("open", link, "--print")
        assert said.returncode == 1 and words in said.stdout + said.stderr, said.stdout + said.stderr
    answer = json.loads(app.run("open", "/places", "--json"))
    assert answer["handler"]["vertical"] == "maps", answer


def main() -> int:
    options = _options()
    passed, faults = 0, []
    with App(options.binaries) as app:
        person = Person(app)
        person.go("/sign-up?code=" + app.first_code())
        person.fill("signUp", password="correct horse battery", again="correct horse battery")
        person.wait_text("operator")
        person.go("/import")
        person.upload("bundle", "file", ROOT / "deploy/data/samples/ana-keller.json")
        person.wait_element("result")
        # Those of other files leave appointments behind.
        for test in sorted(TRIALS, key=lambda test: test.__module__ != __name__):
            if options.only and not any(name in test.__name__ for name in options.only):
                continue
            begin = time.monotonic()
            try:
                test(app, person)
                passed += 1
                print(f"passed  {test.__name__} ({time.monotonic() - begin:.0f} s)", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                faults.append(f"{test.__name__}: {type(error).__name__}: {str(error)[:1500]}")
                print(f"FAILED  {faults[-1]}", flush=True)
        person.close()
        if faults:
            print(app.logs()[-3000:], file=sys.stderr)
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": passed, "failed": len(faults)}) + "\n")
    return 1 if faults else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--only", nargs="*", help="run the trials whose names hold one of these")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
