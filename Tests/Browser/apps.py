"""Micro-apps of the clinic, each taken through its own start in a browser: a patient's own app, in which a guardian acts for a minor and
reads the minor's history, and the records desk. axe looks at each page, and the console has to be silent.
"""

import sys

from app import PATIENT
from walk import Walk, main

PASSWORD = "a sentence that is long"


class PatientApp(Walk):
    """A guardian signs in at `patient.yml`, chooses for whom they act, and goes back to what is their own."""

    name, launcher = "patient.yml", "patient"

    def take(self):
        person = self.begin()
        code = self.app.invite(person, "Grace Keller", wards=PATIENT)
        person.sign_out()
        person.go("/sign-up?code=" + code)
        person.fill("signUp", password=PASSWORD, again=PASSWORD)
        person.wait_text("Grace Keller")
        person.go("/")
        person.sign_out()
        person.go("/sign-in")
        person.fill("signIn", name="grace keller", password=PASSWORD)
        # The app starts with appointments; who has none of their own is asked for whom they act.
        person.wait_text("For whom do you act?")
        person.wait_text("Ana Maria Keller")
        self.at("start of the patient app")
        person.choose("wards", f"ward:{PATIENT}")
        person.wait_no_element("wards")
        person.go("/record")
        person.wait_text("Medical history of Ana Maria Keller")
        person.wait_element("filter")
        self.at("history of a minor")
        self.choose_entry()
        person.wait_element("facts")
        self.at("an entry of a minor")
        person.go("/appointments")
        person.wait_element("book")
        self.at("appointments of a minor")


class RecordsDesk(Walk):
    """Staff sign in at `records-desk.yml`, which starts with the patients, and look one up."""

    name, launcher = "records-desk.yml", "records-desk"

    def take(self):
        person = self.begin()
        code = self.app.invite(person, "Sam Desk", role="staff")
        person.sign_out()
        person.go("/sign-up?code=" + code)
        person.fill("signUp", password=PASSWORD, again=PASSWORD)
        person.wait_text("Sam Desk")
        person.wait_element("patients")
        self.at("start of the records desk")
        person.fill("search", words="keller")
        person.wait_text("Ana Maria Keller")
        person.choose("patients", PATIENT)
        person.wait_element("facts")
        person.wait_no_element("appointments")
        self.at("summary at the records desk")
        person.press("history")
        person.wait_element("filter")
        self.at("history at the records desk")
        self.choose_entry()
        person.wait_element("facts")
        self.at("an entry at the records desk")


if __name__ == "__main__":
    sys.exit(main([(PatientApp, True), (RecordsDesk, True)], __doc__, "apps"))
