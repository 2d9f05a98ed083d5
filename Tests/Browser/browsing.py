"""A browser, and a server that gives it pages as the shell does."""

import atexit
import functools
import http.server
import os
import pathlib
import queue
import shutil
import tempfile
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


class Pages(http.server.SimpleHTTPRequestHandler):
    """Files with the policy that the shell sends, an event stream, and a place for forms."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def do_GET(self):
        if "/events" not in self.path:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b": open\n\n")
        while (event := self.server.events.get()) is not None:
            try:
                self.wfile.write(f"event: {event[0]}\ndata: {event[1]}\n\n".encode())
            except OSError:
                return
        self.close_connection = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.put((self.path, dict(self.headers), body.decode(errors="replace")))
        self.server.mayAnswer.wait(30)
        if self.headers.get("Live"):
            self.send_response(204)
        else:
            self.send_response(303)
            self.send_header("Location", self.headers["Referer"])
        self.end_headers()

    def log_message(self, *_):
        pass


def serve(folder: pathlib.Path):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=folder))
    server.daemon_threads = True
    server.events, server.posts, server.mayAnswer = queue.Queue(), queue.Queue(), threading.Event()
    server.mayAnswer.set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


@functools.cache
def temporary() -> str:
    """A folder for what browsers leave behind, their profiles and sockets; it goes when this program ends."""
    folder = tempfile.mkdtemp(prefix="browser.")
    atexit.register(remove, folder)
    return folder


def remove(folder: str):
    """Removes a folder in which a browser that was ended may write for another moment."""
    deadline = time.monotonic() + 10
    while os.path.exists(folder) and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.05)


def browser(scripts: bool = True):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    service = Service("/usr/bin/chromedriver", env={**os.environ, "TMPDIR": temporary()})
    return webdriver.Chrome(options=options, service=service)
