"""Uploads that stop: nothing of them is taken, and nothing is kept."""

import json
import pathlib
import socket
import time

from app import PATIENT, ROOT, App, Person
from measures import PASSWORD, PATIENCE, eventually, seconds_of_a_page
from registry import trial
from visits import Visit

# The patient of the file that never comes whole.
NOBODY = "00000000-0000-5000-8000-000000000001"


@trial
def uploads_that_stop(app: App, person: Person):
    """Files whose senders go away or send them half: nothing of them is taken, nothing is kept, and the next one is."""
    visit = Visit(app)
    visit.sign_in("operator", PASSWORD)
    files = _files(app)
    sizes = {name: app.memory(name) for name in ("octopus", "clinical-records")}
    bundle, slowest = large_bundle(), 0.0
    for way in ["half", *["gone"] * 12]:
        raw = send_half(visit, *visit.form_at("/import", "bundle"), bundle, way)
        if way == "half":
            answer = raw.recv(4000)
            assert b" 400 " in answer.split(b"\r\n")[0], answer[:300]
        raw.close()
        slowest = max(slowest, seconds_of_a_page(app, 1))
    person.go("/import")
    person.upload("bundle", "file", ROOT / "deploy/data/samples/ana-keller-2025.json")
    person.wait_element("result")
    for name, size in sizes.items():
        eventually(f"{name} gives its memory back", lambda name=name, size=size: app.memory(name) < size + 80, 60)
        print(f"  {name}: {app.memory(name) - size} MiB more after 13 uploads of {len(bundle) >> 10} KiB that stopped")
    print(f"  the slowest page of another took {slowest * 1000:.0f} ms")
    assert slowest < 2, f"{slowest:.1f} s"
    eventually("files that were begun are gone", lambda: _files(app) <= files)
    assert patients(app, visit) == 0, "a patient of a file that stopped was taken"


def large_bundle() -> bytes:
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


def send_half(visit: Visit, action: str, token: str, bundle: bytes, way: str) -> socket.socket:
    """Half of a file. Its length says that there is more, unless the way is half: then it ends there."""
    head = (f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n--x\r\nContent-Disposition: form-data; '
            'name="field.file"; filename="half.json"\r\nContent-Type: application/json\r\n\r\n').encode()
    half = head + bundle[:len(bundle) // 2]
    length = len(half) if way == "half" else len(head) + len(bundle) + 9
    raw = visit.connect(PATIENCE)
    raw.sendall(visit.request("POST", action, "Content-Type: multipart/form-data; boundary=x", f"Content-Length: {length}") + half)
    return raw


def patients(app: App, operator: Visit) -> int:
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
