"""The clinic's app with a door of its own, and a person in front of it."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
from datetime import datetime, timezone

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By

import browsing

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENT = "519f218e-71a2-5bed-ac6e-31be7a1fff79"


def at_noon() -> str:
    """A clinic at whose clock it is noon now, whatever the time is here: today has free slots there."""
    hours = 12 - datetime.now(timezone.utc).hour
    zone = f"Etc/GMT{-hours:+}"
    return f"""
        - id: noon
          name: Noon Clinic
          place: Massachusetts General Hospital
          timeZone: {zone}
          slotMinutes: 30
          hours:
            - {{ days: [monday, tuesday, wednesday, thursday, friday, saturday, sunday], from: "08:00", until: "23:30" }}
          practitioners:
            - {{ id: midday, name: Dr. Ada Midday }}
"""


class App:
    """A suite from one of the launcher files in a folder of its own, with any free port; with more clinics, where the file has some."""

    def __init__(self, binaries: pathlib.Path, launcher: str = "clinic", clinics: str = ""):
        self.supervisor = binaries.resolve() / "svc-supervisor"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="app-"))
        self.home = self.folder / "home"
        text = (ROOT / f"deploy/launchers/{launcher}.yml").read_text()
        text = re.sub(r"port: \d+", "port: 0", text.replace("../data/", f"{ROOT}/deploy/data/"))
        if clinics:
            last = text.rindex("  octopus:")
            text = text[:last].rstrip() + clinics + text[last:]
        (self.folder / "app.yml").write_text(text)

    def __enter__(self):
        self.run("up", "--detach", "--launcher", str(self.folder / "app.yml"))
        self.address = self.said(r"open (http://[0-9.:]+)/ in a browser")
        return self

    def said(self, pattern: str) -> str:
        """What the supervisor has told the operator, who reads it on the terminal where the suite was started in the foreground."""
        log = self.home / "logs/supervisor.log"
        deadline = time.monotonic() + 60
        while not (found := re.search(pattern, log.read_text())):
            assert time.monotonic() < deadline, f"the supervisor does not say {pattern}: {log.read_text()}"
            time.sleep(0.05)
        return found[1]

    def __exit__(self, *_):
        subprocess.run([self.supervisor, "down", "--home", self.home], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def supervise(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.supervisor, *arguments, "--home", self.home], capture_output=True, text=True, check=False, timeout=120)

    def run(self, *arguments: str) -> str:
        done = self.supervise(*arguments)
        assert done.returncode == 0, f"svc-supervisor {' '.join(arguments)}: {done.stdout}{done.stderr}"
        return done.stdout

    def logs(self) -> str:
        return self.run("logs", "octopus")

    def status(self, vertical: str) -> dict:
        return next(v for v in json.loads(self.run("status", "--json"))["verticals"] if v["name"] == vertical)

    def pid(self, vertical: str) -> int:
        return self.status(vertical)["pid"]

    def generation(self, vertical: str) -> int:
        return self.status(vertical)["generation"]

    def descriptors(self, vertical: str) -> int:
        return len(list(pathlib.Path(f"/proc/{self.pid(vertical)}/fd").iterdir()))

    def memory(self, vertical: str) -> int:
        """MiB of it in the machine's memory."""
        text = pathlib.Path(f"/proc/{self.pid(vertical)}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) >> 10

    def invite(self, operator: "Person", name: str, patient: str = "", role: str = "patient", **more: str) -> str:
        """A code for somebody, which an operator makes."""
        operator.begin_invitation()
        operator.fill("invite", name=name, role=role, patient=patient, **more)
        return re.search(r"\w{4}(-\w{4})+", operator.text_of("code"))[0]

    def first_code(self) -> str:
        return self.said(r"nobody is operator yet: sign up at \S+/sign-up\?code=(\S+)")


class Person:
    """Somebody at a browser. What they look for, they wait for."""

    patience = 20.0

    def __init__(self, app: App, scripts: bool = True):
        self.app = app
        self.scripts = scripts
        self.browser = browsing.browser(scripts)

    def close(self):
        self.browser.quit()

    def address(self) -> str:
        return self.browser.current_url

    def go(self, path: str):
        self.browser.get(self.app.address + path)

    def begin_invitation(self):
        """Goes where people are invited; the last invitation may still be shown there."""
        self.go("/invite")
        form, another = ('[id^="e."][id$=".invite.form"]', '[id^="e."][id$=".another"]')
        self.until("the invitation", lambda: self.browser.find_elements(By.CSS_SELECTOR, f"{form}, {another}"))
        if not self.browser.find_elements(By.CSS_SELECTOR, form):
            self.press("another")

    def picture(self, file: pathlib.Path, width: int):
        self.browser.set_window_size(width, 900)
        # Headless browsers are as high as they are told; a page is as high as it is.
        height = self.browser.execute_script("return document.documentElement.scrollHeight") if self.scripts else 1400
        self.browser.set_window_size(width, max(900, min(int(height) + 100, 4000)))
        self.browser.save_screenshot(str(file))
        self.browser.set_window_size(1280, 1000)

    def fill(self, form: str, **values: str):
        """Fills in a form and sends it."""
        self.wait_element(form)

        def fill():
            element = self.form(form)
            for name, value in values.items():
                field = element.find_element(By.CSS_SELECTOR, f'[name="field.{name}"]')
                if field.tag_name == "select":
                    field.find_element(By.CSS_SELECTOR, f'option[value="{value}"]').click()
                elif field.get_attribute("type") == "radio":
                    element.find_element(By.CSS_SELECTOR, f'[name="field.{name}"][value="{value}"]').click()
                else:
                    field.clear()
                    field.send_keys(value)
            self.form(form).find_element(By.CSS_SELECTOR, "button:not([type=button])").click()
            return True

        self.until(f"the form {form}", fill)

    def upload(self, form: str, field: str, file: pathlib.Path):
        self.wait_element(form)
        self.form(form).find_element(By.CSS_SELECTOR, f'[name="field.{field}"]').send_keys(str(file))
        self.form(form).find_element(By.CSS_SELECTOR, "button:not([type=button])").click()

    def press(self, button: str, confirm: bool = False):
        def press():
            element = self.element(button)
            if confirm and not self.scripts:
                element.find_element(By.CSS_SELECTOR, "summary").click()
                element.find_element(By.CSS_SELECTOR, "form button").click()
                return True
            element.find_element(By.CSS_SELECTOR, "button, summary").click()
            if confirm:
                self.until("the question", lambda: self.browser.find_element(By.CSS_SELECTOR, "dialog[open] button.destructive, dialog[open] form button").click() or True)
            return True

        self.until(f"the button {button}", press)

    def choose(self, element: str, choice: str):
        self.until(f"{choice} of {element}", lambda: self.choices(element, choice)[0].click() or True)

    def choose_first(self, element: str):
        self.until(f"something of {element}", lambda: self.choices(element)[0].click() or True)

    def choices(self, element: str, choice: str | None = None):
        """The buttons that choose, by a value of their own or by their form's."""
        value = f'[value="{choice}"]' if choice else ""
        forms = self.element(element).find_elements(By.CSS_SELECTOR, 'form:has(input[name="event"][value="chosen"])')
        if self.element(element).tag_name == "form":
            forms.append(self.element(element))
        buttons = []
        for form in forms:
            if form.find_elements(By.CSS_SELECTOR, f'input[name="value"]{value}'):
                buttons += form.find_elements(By.CSS_SELECTOR, "button")
            buttons += form.find_elements(By.CSS_SELECTOR, f'button[name="value"]{value}')
        return [button for button in buttons if button.is_enabled()]

    def sign_out(self):
        self.until("signing out", lambda: self.browser.find_element(By.CSS_SELECTOR, 'form[action$="/sign-out"] button').click() or True)
        self.until("being signed out", lambda: not self.browser.find_elements(By.CSS_SELECTOR, 'form[action$="/sign-out"]'))

    # What there is

    def element(self, name: str):
        return self.front(f'[id^="e."][id$=".{name}"]')

    def form(self, name: str):
        return self.front(f'form[id^="e."][id$=".{name}.form"]')

    def front(self, selector: str):
        """What lies over the page comes before the page."""
        over = self.browser.find_elements(By.CSS_SELECTOR, "#modal " + selector)
        return over[0] if over else self.browser.find_element(By.CSS_SELECTOR, selector)

    def body(self) -> str:
        return self.browser.find_element(By.CSS_SELECTOR, "body").text

    def text_of(self, name: str) -> str:
        return self.until(f"the text of {name}", lambda: self.element(name).text)

    def wait_element(self, name: str):
        self.until(f"the element {name}", lambda: self.element(name))

    def wait_no_element(self, name: str):
        self.until(f"no element {name}", lambda: not self.browser.find_elements(By.CSS_SELECTOR, f'[id^="e."][id$=".{name}"]'))

    def wait_text(self, text: str):
        self.until(f"'{text}'", lambda: text.lower() in self.browser.find_element(By.CSS_SELECTOR, "body").text.lower())

    def until(self, what: str, found):
        deadline, reload = time.monotonic() + self.patience, time.monotonic() + 2
        while True:
            last = None
            try:
                if value := found():
                    return value
            except Exception as error:  # pylint: disable=broad-except
                if not isinstance(error, (StaleElementReferenceException, IndexError)) and "no such element" not in str(error) \
                        and "does not belong to the document" not in str(error) and "intercepted" not in str(error) and "not interactable" not in str(error):
                    raise
                last = error
            if time.monotonic() > deadline:
                raise AssertionError(f"{what} did not come {str(last or '').partition(chr(10))[0][:80]}: " + self.browser.find_element(By.CSS_SELECTOR, "body").text[:1500].replace("\n", " | "))
            time.sleep(0.05)
            if not self.scripts and time.monotonic() > reload:
                # Without scripts a page shows what comes later when it is loaded again.
                self.browser.refresh()
                reload = time.monotonic() + 2
