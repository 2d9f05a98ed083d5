"""The README's walk, as a person takes it in a browser: sign up, invite, import, read, book, move, cancel, sign out.

Takes a picture of every page that it comes to, at a desk's and at a phone's width, lets axe look at each, and takes the walk once with
scripts and once without.
"""

import argparse
import json
import pathlib
import re
import sys

from selenium.webdriver.common.by import By

from app import PATIENT, ROOT, App, Person, at_noon
from gallery import findings


def main(walks: list[tuple[type, bool]], about: str, pictures: str) -> int:
    """Takes each walk, with scripts or without, at an app of its own."""
    options = _options(about, pictures)
    passed, faults = 0, []
    for kind, scripts in walks:
        name = kind.name + ("" if scripts else ", scripts off")
        with App(options.binaries, kind.launcher, at_noon() if kind.is_noon else "") as app:
            walk = kind(app, options.pictures / re.sub(r"\W+", "-", name), scripts)
            try:
                walk.take()
            except Exception as error:  # pylint: disable=broad-except
                walk.picture("failed")
                faults.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0]} (at {walk.place}; {walk.person.address()})")
                print(app.logs()[-3000:], file=sys.stderr)
            finally:
                walk.person.close()
        passed += len(walk.steps)
        faults += [f"{name}: {fault}" for fault in walk.faults]
        print(f"{name}: {len(walk.steps)} steps")
    for fault in faults:
        print(f"{sys.argv[0]}: error: {fault}", file=sys.stderr)
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": passed, "failed": len(faults)}) + "\n")
    return 1 if faults else 0


class Walk:
    """What a walk is made of: a person at an app, who looks at each page that they come to."""

    name, launcher, is_noon = "", "clinic", False

    def __init__(self, app: App, pictures: pathlib.Path, scripts: bool):
        self.app, self.pictures, self.scripts = app, pictures, scripts
        self.person = Person(app, scripts)
        self.steps: list[str] = []
        self.faults: list[str] = []
        self.place = "the begin"

    def begin(self) -> Person:
        """Signs the first operator up, and imports a record."""
        person = self.person
        person.go("/sign-up?code=" + self.app.first_code())
        person.fill("signUp", password="correct horse battery", again="correct horse battery")
        person.wait_text("operator")
        person.go("/import")
        person.upload("bundle", "file", ROOT / "deploy/data/samples/ana-keller.json")
        person.wait_element("result")
        return person

    def choose_entry(self):
        """Chooses an entry of the history that is shown, which has a list for each year."""
        self.person.until("an entry", lambda: self.person.browser.find_element(By.CSS_SELECTOR, '[id*=".entries-"] button.row').click() or True)

    def at(self, place: str):
        """Notes a step; looks at the page as axe and by pictures."""
        self.place = place
        self.steps.append(place)
        if not self.scripts:
            return self.picture(place)
        self.faults += findings(self.person.browser, place)
        for entry in self.person.browser.get_log("browser"):
            if entry["level"] == "SEVERE" and "favicon" not in entry["message"]:
                self.faults.append(f"console, {place}: {entry['message'][:300]}")
        self.picture(place)

    def picture(self, place: str):
        self.pictures.mkdir(parents=True, exist_ok=True)
        name = place.replace(" ", "-")
        for width in [1280, 390]:
            self.person.picture(self.pictures / f"{len(self.steps):02}-{name}-{width}.png", width)


class ClinicWalk(Walk):
    """The README's walk at the clinic's own app."""

    name, is_noon = "the clinic", True

    def take(self):
        self.operator()
        self.patient()
        self.staff()

    def operator(self):
        person = self.person
        person.go("/sign-up?code=" + self.app.first_code())
        person.wait_element("signUp")
        self.at("sign-up")
        person.fill("signUp", password="correct horse battery", again="correct horse battery")
        person.wait_text("operator")
        self.at("home of the operator")
        person.go("/import")
        person.wait_element("bundle")
        self.at("import")
        person.upload("bundle", "file", ROOT / "deploy/data/samples/ana-keller.json")
        person.wait_element("result")
        self.at("imported")
        person.go("/import")
        person.upload("bundle", "file", ROOT / "deploy/data/places.geojson")
        person.wait_text("was not imported")
        self.at("import refused")
        person.go("/invite")
        person.fill("invite", name="Ana Keller", role="patient", patient=PATIENT)
        self.code = person.text_of("code")
        self.at("invited")
        self.staff_code = self.app.invite(person, "Sam Desk", role="staff")
        person.go("/places")
        person.fill("search", text="Massachusetts")
        person.wait_text("Massachusetts General Hospital")
        self.at("places")
        person.sign_out()
        self.at("signed out")

    def patient(self):
        person = self.person
        person.go("/sign-up?code=" + re.search(r"\w{4}(-\w{4})+", self.code)[0])
        person.fill("signUp", password="what Ana would say", again="what Ana would say")
        person.wait_text("Ana Keller")
        self.at("home of a patient")
        person.go("/record")
        person.wait_element("facts")
        self.at("record")
        person.go("/record/history")
        person.wait_element("filter")
        self.at("history")
        person.go("/appointments/new")
        person.choose("clinics", "fruit-street")
        person.wait_element("slots")
        self.at("slots")
        person.choose_first("slots")
        person.wait_element("confirm")
        self.at("hold")
        person.fill("confirm", reason="Cough <script>alert(1)</script>")
        person.wait_text("Cough <script>")
        self.at("booked")
        person.go("/appointments")
        person.wait_element("appointments")
        self.at("appointments")
        person.choose_first("appointments")
        person.wait_element("move")
        self.at("appointment")
        person.press("move")
        person.wait_element("slots")
        person.choose_first("slots")
        person.wait_element("confirmMove")
        person.press("confirmMove")
        person.wait_no_element("confirmMove")
        self.at("moved")
        person.press("cancel", confirm=True)
        person.wait_text("cancelled")
        self.at("cancelled")
        person.sign_out()
        person.go("/appointments")
        person.wait_element("signIn")
        self.at("a link that needs signing in")
        person.fill("signIn", name="ana keller", password="what Ana would say")
        person.wait_text("Ana Keller")
        person.wait_no_element("signIn")
        self.at("the link behind signing in")

    def staff(self):
        person = self.person
        person.sign_out()
        person.go("/sign-up?code=" + self.staff_code)
        person.fill("signUp", password="what Sam would say", again="what Sam would say")
        person.wait_text("Sam Desk")
        person.go(f"/patients/{PATIENT}")
        person.wait_element("facts")
        person.press("appointments")
        person.wait_element("whose")
        # The name is clinical-records', and the list is appointments'.
        person.wait_text("Ana Maria Keller")
        assert PATIENT not in person.body(), "the id stands where the name should"
        self.at("appointments of a patient, for staff")
        person.choose_first("appointments")
        person.wait_element("again")
        person.wait_text("Ana Maria Keller")
        self.at("an appointment, for staff")
        self.app.run("stop", "clinical-records")
        person.go(f"/appointments?patient={PATIENT}")
        person.wait_text(PATIENT)
        self.app.run("start", "clinical-records")
        person.wait_text("Ana Maria Keller")
        self.at("names that came back")
        self.today()


    def today(self):
        """What comes of a booking on the list of its day: the names are clinical-records', and the list is appointments'."""
        person = self.person
        person.go(f"/appointments?patient={PATIENT}")
        person.press("book")
        person.choose("clinics", "noon")
        person.wait_element("slots")
        person.choose_first("slots")
        person.wait_element("confirm")
        person.fill("confirm", reason="Came in at noon")
        person.wait_text("Came in at noon")
        person.go("/today")
        person.fill("filter", clinic="noon")
        person.wait_text("Came in at noon")
        person.wait_text("Ana Maria Keller")
        assert PATIENT not in person.body(), "the id stands on today's list where the name should"
        self.at("today's list")


def _options(about: str, pictures: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / ".build/pictures" / pictures, help="where pictures go")
    parser.add_argument("--report", type=pathlib.Path, help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main([(ClinicWalk, True), (ClinicWalk, False)], __doc__, "walk"))
