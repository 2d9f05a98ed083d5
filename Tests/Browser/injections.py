"""Script and markup in every field that a person or a bundle can fill: they are shown as what they are, and nothing of them runs."""

import base64
import html.parser
import json
import pathlib
import re
import tempfile
import urllib.parse

from app import PATIENT, ROOT, App, Person
from registry import trial
from visits import FORM, Visit

PASSWORD = "a sentence that is long"
# Each would leave an `x-was-here` element or `window.ran` behind, where it is taken for more than text. Combining accents make one
# character of a sign and what follows it, U+2028 ends a line of a script, U+202E turns what follows around.
PAYLOADS = [
    "<x-was-here><script>window.ran=1</script>",
    "\"><x-was-here onfocus=window.ran=2 autofocus tabindex=1>",
    "'><x-was-here><img src=x onerror=window.ran=3>",
    "</title></textarea></style></script></svg><x-was-here>",
    "javascript:window.ran=5//x-was-here",
    "\"\u0301 autofocus onfocus=window.ran=6 x-was-here=\"",
    "<\u0301x-was-here>\u0301<x-was-here\u0338>",
    "\u2028<x-was-here>\u2029</script>x\u2028",
    "{{{title}}}{{#tiles}}<x-was-here>&lt;x-was-here&gt;&#60;x-was-here&#62;",
    "\u202e<x-was-here>\u202c --><!--<![CDATA[",
    "<svg><animate onbegin=window.ran=11 attributeName=x dur=1s><x-was-here></svg>",
]
# What a document may hold that was drawn by octopus alone.
LOOK = """
const found = [];
const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcset', 'poster'];
for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    if (name.startsWith('x-was') || ['iframe', 'object', 'embed', 'base', 'animate', 'set', 'foreignobject'].includes(name)) found.push(name);
    if (name === 'script' && !(element.getAttribute('src') || '').startsWith('/assets/')) found.push(element.outerHTML);
    for (const attribute of element.attributes) {
        if (/^on|^x-was|^srcdoc$/i.test(attribute.name)) found.push(name + ' ' + attribute.name);
        if (addresses.includes(attribute.name) && !/^([/#?]|data:(,|image\\/)|https?:|$)/.test(attribute.value.trim())) {
            found.push(name + ' ' + attribute.name + '=' + attribute.value);
        }
    }
}
if (window.ran !== undefined) found.push('window.ran = ' + window.ran);
const fields = [...document.querySelectorAll('input, textarea')].map((field) => field.value);
return [found, [document.body.textContent, document.title, ...fields].join(' ')];
"""


@trial
def nothing_of_a_field_runs(app: App, person: Person):
    """Names, record texts, file names, searches, reasons and addresses of scripts and markup, in a browser that runs scripts."""
    _can_tell(person)
    operator = Visit(app)
    operator.sign_in("operator", "correct horse battery")
    names = _invite_everybody(person, operator)
    hostile = _import(person)
    _places(app, person)
    _addresses(app, person)
    guest = Person(app)
    try:
        _staff(app, guest, names["staff"], hostile)
        guest.sign_out()
        _patient(guest, names["patient"])
    finally:
        guest.close()


def _can_tell(person: Person):
    """That a browser would tell: what runs by a script of its own is seen, and what markup would run is stopped and told."""
    person.go("/")
    person.wait_element("bundle")
    _clear(person)
    person.browser.execute_script(
        "document.body.insertAdjacentHTML('beforeend', '<x-was-here><img src=data: onerror=\"window.ran = 0\"></x-was-here>'); "
        "document.querySelector('x-was-here').focus()")
    person.until("the browser to tell", lambda: any("Content Security Policy" in e["message"] for e in person.browser.get_log("browser")))
    found, _ = person.browser.execute_script(LOOK)
    assert "x-was-here" in found and "img onerror" in found and not any("window.ran" in f for f in found), found
    person.go("/")
    _clear(person)


def _invite_everybody(person: Person, operator: Visit) -> dict[str, str]:
    """Names: all of them as the operator's page shows them, two of them for people who come."""
    for name in PAYLOADS:
        action, token = operator.form_at("/invite", "invite")
        answer, _ = operator.post(
            action, token=token, element="invite", event="submitted", field__name=name, field__role="staff", field__patient=name, field__wards=name)
        _clean(operator.get(answer.getheader("Location"))[1], f"inviting {name!r}")
    codes = {}
    for role, name in [("staff", PAYLOADS[1]), ("patient", "Ana " + PAYLOADS[2])]:
        person.begin_invitation()
        person.fill("invite", name=name, role=role, patient=PATIENT if role == "patient" else "")
        codes[role] = re.search(r"\w{4}(-\w{4})+", person.text_of("code"))[0]
        _look(person, f"the invitation of {name!r}", shown=name)
        person.press("another")
        person.wait_element("invite")
    return codes


def _import(person: Person) -> list[tuple[str, str]]:
    """Records of which every text is hostile, from a file that is called so. Returns the entries' types and ids."""
    bundle = _bundle()
    with tempfile.TemporaryDirectory() as folder:
        name = "<x-was-here><img src=x onerror=window.ran=9>.json"
        file = pathlib.Path(folder, name)
        file.write_text(json.dumps(bundle))
        person.go("/import")
        person.upload("bundle", "file", file)
        person.wait_element("result")
        _look(person, "an import", shown=name)
        bundle["entry"][3]["resource"]["resourceType"] = PAYLOADS[0]
        bundle["entry"][2]["resource"]["subject"] = {"reference": PAYLOADS[1]}
        file.write_text(json.dumps(bundle))
        person.go("/import")
        person.upload("bundle", "file", file)
        person.wait_text("was not imported")
        _look(person, "a refused import", shown=name)
    return [(e["resource"]["resourceType"], e["resource"]["id"]) for e in _bundle()["entry"]]


def _places(app: App, person: Person):
    visit = Visit(app)
    for words in PAYLOADS:
        _clean(visit.page_with("/places?text=" + urllib.parse.quote(words), '.search"'), f"places like {words!r}")
    person.go("/places")
    for words in (PAYLOADS[1], PAYLOADS[5]):
        person.fill("search", text=words)
        person.until("the answer", lambda: "x-was-here" in person.browser.execute_script(LOOK)[1])
        _look(person, f"places like {words!r}", shown=words)


def _addresses(app: App, person: Person):
    """Addresses, and what a browser says of itself."""
    visit = Visit(app)
    for words in PAYLOADS:
        quoted = urllib.parse.quote(words, safe="")
        for path in ("/" + quoted, "/places/" + quoted, "/patients/" + quoted, "/appointments/" + quoted, "/sign-up?code=" + quoted,
                     f"/pages/{quoted}", f"/screens/{quoted}/images/{quoted}", "/assets/" + quoted, f"/today?clinic={quoted}"):
            _clean(visit.get(path)[1], path)
        form = {"element": words, "event": words, "field.name": words, "token": words}
        answer, text = visit.ask("POST", f"/screens/{quoted}/actions", urllib.parse.urlencode(form), Content_Type=FORM)
        assert answer.status >= 400
        _clean(text, "a form of " + words)
    for words in (PAYLOADS[0], PAYLOADS[1]):
        for field in ("Accept_Language", "User_Agent", "Referer", "X_Forwarded_For"):
            answer, text = visit.ask("GET", "/", **{field: words})
            _clean(text, f"{field}: {words}")
            policy = answer.getheader("Content-Security-Policy")
            assert "script-src 'self'" in policy and "unsafe" not in policy, policy
    action, token = visit.form_at("/sign-in", "signIn")
    answer, _ = visit.post(action, token=token, element="signIn", event="submitted", field__name=PAYLOADS[1], field__password=PAYLOADS[2])
    _clean(visit.get(answer.getheader("Location"))[1], "signing in by a hostile name")
    person.go("/sign-up?code=" + urllib.parse.quote(PAYLOADS[1]))
    _look(person, "a code")


def _staff(app: App, staff: Person, code: str, entries: list[tuple[str, str]]):
    staff.go("/sign-up?code=" + code)
    staff.fill("signUp", password=PASSWORD, again=PASSWORD)
    staff.wait_text("x-was-here")
    _look(staff, "home of staff", shown=PAYLOADS[1])
    patient = next(id for kind, id in entries if kind == "Patient")
    staff.go("/patients?search=" + patient)
    staff.until("the patient", lambda: patient in staff.body())
    _look(staff, "patients", shown="x-was-here")
    for path in (f"/patients/{patient}", f"/patients/{patient}/history", f"/appointments?patient={patient}"):
        staff.go(path)
        if "appointments" not in path:
            staff.wait_text("x-was-here")
        _look(staff, path)
    for kind, id in entries:
        staff.go(f"/entries/{kind}/{id}")
        staff.until(f"{kind} {id}", lambda: "x-was-here" in staff.browser.execute_script(LOOK)[1])
        _look(staff, f"/entries/{kind}/{id}")


def _patient(patient: Person, code: str):
    """A reason for an appointment: in the form, on the appointment, and in the list."""
    patient.go("/sign-up?code=" + code)
    patient.fill("signUp", password=PASSWORD, again=PASSWORD)
    patient.wait_text("Ana '>")
    reason = " ".join(PAYLOADS[:6])
    patient.go("/appointments/new")
    patient.choose("clinics", "charite")
    patient.wait_element("slots")
    patient.choose_first("slots")
    patient.fill("confirm", reason=reason)
    patient.wait_text(PAYLOADS[0])
    _look(patient, "an appointment", shown=PAYLOADS[4])
    patient.go("/appointments")
    patient.wait_element("appointments")
    _look(patient, "appointments")
    patient.go("/sessions")
    patient.wait_element("sessions")
    _look(patient, "sessions")


# Looking


class Tags(html.parser.HTMLParser):
    """What octopus never draws."""

    def __init__(self):
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list):
        if tag.startswith("x-was") or tag in ("iframe", "object", "embed", "base", "animate", "set"):
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith(("on", "x-was")) or (value or "").strip().lower().startswith("javascript:") and name in ("href", "src", "action"):
                self.found.append(f"{tag} {name}={value}")
        if tag == "script" and not dict(attrs).get("src", "").startswith("/assets/"):
            self.found.append(tag)


def _look(person: Person, place: str, shown: str = ""):
    """Looks at the document and the console."""
    found, text = person.browser.execute_script(LOOK)
    assert not found, f"{place}: {found}"
    assert _plain(shown) in _plain(text), f"{place} does not show {shown!r}: {text[:1500]}"
    for entry in person.browser.get_log("browser"):
        told = entry["message"]
        assert "Content Security Policy" not in told and "Uncaught" not in told and "Refused" not in told, f"{place}: {told}"


def _clean(page: str, place: str):
    """An answer as it was sent, without a browser that may have mended it."""
    for payload in PAYLOADS:
        if any(sign in payload for sign in "<\"'"):
            assert payload not in page, f"{place} says {payload!r} as it is: {page[max(0, page.index(payload) - 300):][:800]}"
    reader = Tags()
    reader.feed(page)
    reader.close()
    assert not reader.found, f"{place}: {reader.found}"


def _plain(text: str) -> str:
    return re.sub(r"[\s\u2028\u2029\u2066-\u2069\u202a-\u202e]+", " ", text)


def _clear(person: Person):
    person.browser.get_log("browser")


# Records


def _bundle() -> dict:
    """The sample with ids of its own, and something hostile in every text."""
    text = (ROOT / "deploy/data/samples/ana-keller.json").read_text()
    bundle = json.loads(re.sub(r"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{8})[0-9a-f]{4}", r"\1beef", text))
    patient = next(e["resource"] for e in bundle["entry"] if e["resource"]["resourceType"] == "Patient")
    bundle["entry"].append({
        "fullUrl": "urn:uuid:00000000-0000-5000-8000-00000000beef",
        "resource": {
            "resourceType": "DocumentReference", "id": "00000000-0000-5000-8000-00000000beef", "status": "current", "description": "text",
            "type": {"text": "text"}, "subject": {"reference": "urn:uuid:" + patient["id"]}, "date": "2025-01-01T10:00:00Z",
            "content": [
                {"attachment": {"contentType": kind, "title": "text", "url": "javascript:window.ran=8//x-was-here", "data": data}}
                for kind, data in [(kind, base64.b64encode("\n".join(PAYLOADS).encode()).decode()) for kind in ("text/plain", "text/html")]
            ]},
        "request": {"method": "POST", "url": "DocumentReference"}})
    kinds, number = {"display", "text", "family", "given", "prefix", "name", "line", "city", "state", "country", "postalCode", "unit",
                     "description", "title"}, 0

    def fill(tree, name=""):
        nonlocal number
        if isinstance(tree, dict):
            return {key: fill(value, key) for key, value in tree.items()}
        if isinstance(tree, list):
            return [fill(value, name) for value in tree]
        if isinstance(tree, str) and name in kinds:
            number += 1
            return PAYLOADS[number % len(PAYLOADS)]
        return tree

    for entry in bundle["entry"]:
        resource = entry["resource"] = fill(entry["resource"])
        resource["text"] = {"status": "generated", "div": f"<div xmlns='http://www.w3.org/1999/xhtml'>{PAYLOADS[0]}</div>"}
        resource["identifier"] = [{"system": "javascript:window.ran=12//x-was-here", "value": PAYLOADS[number % len(PAYLOADS)]}]
        resource["extension"] = [{"url": PAYLOADS[3], "valueUrl": "javascript:window.ran=13", "valueString": PAYLOADS[7]}]
    return bundle
