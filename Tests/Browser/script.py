"""Tests the pages' script in headless Chromium: changes keep what a person is at, and forms are sent once.

usage: script.py --pages FOLDER [--report FILE]
"""

import argparse
import json
import pathlib
import queue
import sys
import tempfile
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browsing import browser, serve

SECONDS = 15


class Live:
    """A page whose event stream is open."""

    def __init__(self, driver, server, host, page):
        self.driver, self.server = driver, server
        driver.get(f"{host}/{page}")
        driver.execute_script("window.isSame = true")
        self.send("change", [{"op": "title", "text": "open"}])
        self.until("document.title === 'open'")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition):
        WebDriverWait(self.driver, SECONDS, 0.05).until(lambda driver: driver.execute_script(f"return {condition}"), condition)

    def find(self, identifier):
        return self.driver.find_element(By.ID, identifier)

    def send(self, event, data):
        self.server.events.put((event, data if isinstance(data, str) else json.dumps(data)))

    def change(self, *operations):
        self.send("change", [*operations, {"op": "title", "text": f"change {id(operations)}"}])
        self.until(f"document.title === 'change {id(operations)}'")

    def html(self, identifier):
        return self.run("return document.getElementById(arguments[0]).outerHTML", identifier)

    def post(self):
        path, headers, body = self.server.posts.get(timeout=SECONDS)
        return path, headers, urllib.parse.parse_qs(body, keep_blank_values=True)

    def nothing_posted(self):
        try:
            raise AssertionError(f"posted once too often: {self.server.posts.get_nowait()}")
        except queue.Empty:
            pass


def keeps_what_is_typed(page):
    field = page.find("e.s1.name")
    field.clear()
    field.send_keys("Ada Lovelace")
    page.run("arguments[0].setSelectionRange(2, 5)", field)
    old = page.html("e.s1.f")
    assert "As on the card." in old
    page.change({"op": "replace", "id": "e.s1.f", "html": old.replace("As on the card.", "As in the passport.")})
    assert "As in the passport." in page.html("e.s1.f")
    found = page.run("const e = document.activeElement; return [e.id, e.value, e.selectionStart, e.selectionEnd]")
    assert found == ["e.s1.name", "Ada Lovelace", 2, 5], found


def shows_what_came(page):
    old = page.html("e.s1.f")
    page.change({"op": "replace", "id": "e.s1.f", "html": old.replace('value="O\'Hara"', 'value="New"').replace('value="O&#39;Hara"', 'value="New"')})
    assert page.find("e.s1.name").get_property("value") == "New"


def inserts_and_removes(page):
    page.change({"op": "insert", "after": "e.s1.b1", "inside": "t.s1.in", "html": '<p id="x">X</p>'})
    assert page.run("return document.getElementById('e.s1.b1').nextElementSibling.id") == "x"
    page.change({"op": "insert", "after": None, "inside": "t.s1.in", "html": '<p id="y">Y</p>'}, {"op": "remove", "id": "x"})
    assert page.run("return [document.getElementById('t.s1.in').firstElementChild.id, document.getElementById('x')]") == ["y", None]


def sends_once(page):
    page.server.mayAnswer.clear()
    button = page.find("e.s1.b1.button")
    button.click()
    button.click()
    path, headers, values = page.post()
    page.nothing_posted()
    page.server.mayAnswer.set()
    assert path == "/screens/s1/actions" and headers["Live"] == "1", (path, headers)
    assert values == {"token": ["secret"], "element": ["b1"], "event": ["pressed"]}, values
    page.until("!document.querySelector('[data-busy]') && window.isSame")


def asks_first(page):
    ask = page.driver.find_element(By.CSS_SELECTOR, "#e\\.s1\\.b3 summary")
    ask.click()
    page.until("document.querySelector('dialog[open]') && document.activeElement.textContent === 'Cancel'")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until("!document.querySelector('dialog') && document.activeElement.matches('summary')")
    page.nothing_posted()
    ask.click()
    page.driver.find_element(By.CSS_SELECTOR, "dialog form button").click()
    values = page.post()[2]
    assert values["confirmed"] == ["yes"] and values["element"] == ["b3"], values
    page.until("!document.querySelector('dialog')")


def tells_live_fields(page):
    page.run("const e = arguments[0]; e.value = '10:15'; e.dispatchEvent(new Event('input', { bubbles: true }))", page.find("e.s1.at"))
    values = page.post()[2]
    assert values == {"token": ["secret"], "element": ["at"], "event": ["entered"], "field.at": ["10:15"]}, values


def uploads(page):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(b'{"a": 1}')
        file.flush()
        page.find("e.s1.file").send_keys(file.name)
        page.find("e.s1.import.submit").click()
        _, headers, _ = page.post()
        assert headers["Content-Type"].startswith("multipart/form-data"), headers
        page.until("!document.querySelector('[data-busy]')")
        page.run("arguments[0].dataset.most = 3", page.find("e.s1.file"))
        page.find("e.s1.import.submit").click()
        page.until("document.getElementById('status').textContent === 'This file is too large.'")
        page.nothing_posted()


def covers_what_lies_under(page):
    button = page.find("e.s1.b2.button")
    page.run("arguments[0].focus()", button)
    dialog = '<div id="modal"><div class="over" role="dialog"><h2 tabindex="-1" autofocus id="over">Over</h2></div></div>'
    page.change({"op": "replace", "id": "modal", "html": dialog})
    page.until("document.getElementById('under').inert && document.activeElement.id === 'over'")
    page.change({"op": "replace", "id": "modal", "html": '<div id="modal"></div>'})
    page.until("!document.getElementById('under').inert && document.activeElement.id === 'e.s1.b2.button'")


def survives_a_lost_connection(page):
    page.server.events.put(None)
    page.until("document.getElementById('status').textContent.includes('lost')")
    # Without the stream a form goes the way that it goes without scripts.
    page.server.posts.queue.clear()
    page.find("e.s1.b1.button").click()
    _, headers, _ = page.post()
    assert "Live" not in headers, headers
    page.until("!window.isSame")


def points_at_maps(page):
    drawing = page.driver.find_element(By.CSS_SELECTOR, "svg.locatable")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", drawing)
    drawing.click()
    values = page.post()[2]
    latitude, longitude = float(values["latitude"][0]), float(values["longitude"][0])
    assert values["event"] == ["located"] and abs(latitude - 52.515) < 0.002 and abs(longitude - 13.415) < 0.002, values
    page.run("document.querySelector('.pin[data-value=p3]').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    values = page.post()[2]
    assert values["event"] == ["chosen"] and values["value"] == ["p3"], values


TESTS = [
    (keeps_what_is_typed, "live"), (shows_what_came, "live"), (inserts_and_removes, "live"), (sends_once, "live"), (asks_first, "live"),
    (tells_live_fields, "live"), (uploads, "live"), (covers_what_lies_under, "live"), (survives_a_lost_connection, "live"),
    (points_at_maps, "livemap"),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", required=True, type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path)
    arguments = parser.parse_args()
    driver, failed = browser(), 0
    try:
        for test, name in TESTS:
            # A server for each, so that a stream that is still open takes no events of the next.
            server, host = serve(arguments.pages)
            try:
                test(Live(driver, server, host, f"{name}-ltr.html"))
                print(f"ok: {test.__name__}")
            except Exception as error:  # Each test is told, whatever stopped it.
                failed += 1
                print(f"FAILED: {test.__name__}: {type(error).__name__}: {error}")
            finally:
                server.events.put(None)
                server.mayAnswer.set()
    finally:
        driver.quit()
    print(f"{len(TESTS)} tests, {failed} failed")
    if arguments.report:
        arguments.report.write_text(json.dumps({"passed": len(TESTS) - failed, "failed": failed}))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
