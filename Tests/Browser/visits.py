"""Somebody who speaks HTTP to the app by themselves."""

import http.client
import re
import socket
import time
import urllib.parse

from app import App


FORM = "application/x-www-form-urlencoded"


class Visit:
    """A browser without a browser: cookies and forms, and whatever else somebody wants to send."""

    def __init__(self, app: App, source: str = "127.0.0.1"):
        self.host = app.address.removeprefix("http://")
        self.source = source
        self.cookie = ""

    def ask(self, method: str, path: str, body: bytes | str | None = None, **headers: str):
        connection = http.client.HTTPConnection(self.host, timeout=30, source_address=(self.source, 0))
        fields = {"Cookie": self.cookie} if self.cookie else {}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        if given := answer.getheader("Set-Cookie"):
            self.cookie = given.split(";")[0]
        connection.close()
        return answer, text

    def get(self, path: str):
        answer, text = self.ask("GET", path)
        while answer.status == 303:
            answer, text = self.ask("GET", answer.getheader("Location"))
        return answer, text

    def post(self, path: str, **fields: str):
        return self.ask("POST", path, self.written(fields), Content_Type=FORM)

    def post_live(self, path: str, **fields: str):
        """As a script sends it: the answer does not wait for what comes of it."""
        return self.ask("POST", path, self.written(fields), Content_Type=FORM, Live="1")

    @staticmethod
    def written(fields: dict) -> str:
        return urllib.parse.urlencode({name.replace("__", "."): value for name, value in fields.items()})

    def page_with(self, path: str, mark: str) -> str:
        """The page once it holds something: what its screens have not sent by the first answer, they have by a later one."""
        deadline = time.monotonic() + 20
        while mark not in (page := self.get(path)[1]):
            assert time.monotonic() < deadline, f"{path} has no {mark}: {page[:3000]}"
            time.sleep(0.1)
        return page

    def form_at(self, path: str, element: str) -> tuple[str, str]:
        return self.form(self.page_with(path, f'.{element}.form"'), element)

    def invite(self, name: str, role: str, patient: str = "") -> str:
        """A code for somebody, from an operator who has signed in."""
        page = self.page_with("/invite", 'name="element" value="')
        if '.another"' in page:
            # The last one is still shown.
            action = re.search(r'action="(/screens/[^"]+/actions)"', page[page.index('.another"'):])[1]
            self.post(action, token=re.search(r'name="token" value="([^"]+)"', page)[1], element="another", event="pressed")
        action, token = self.form_at("/invite", "invite")
        answer, _ = self.post(
            action, token=token, element="invite", event="submitted", field__name=name, field__role=role, field__patient=patient, field__wards="")
        page = self.page_with(answer.getheader("Location"), '.code"')
        return re.search(r"\b[a-zA-Z0-9]{4}(-[a-zA-Z0-9]{4})+\b", page[page.index('.code"'):])[0]

    def form(self, page: str, element: str) -> tuple[str, str]:
        """The address that the form of an element is sent to, and the page's token."""
        found = re.search(r'<form id="e\.[^"]*\.' + element + r'\.form"[^>]*action="([^"]+)"[^>]*>.*?name="token" value="([^"]+)"', page, re.S)
        assert found, f"there is no form {element}: {page[:3000]}"
        return found[1], found[2]

    def sign_up(self, code: str, password: str):
        page = self.page_with("/sign-up?code=" + code, '.signUp.form"')
        action, token = self.form(page[page.index('id="modal"'):], "signUp")
        answer, _ = self.post(
            action, token=token, element="signUp", event="submitted", field__code=code, field__password=password, field__again=password)
        assert answer.status == 303, answer.status
        _, page = self.get(answer.getheader("Location"))
        assert "sign-out" in page, page[:3000]
        return page

    def sign_in(self, name: str, password: str):
        action, token = self.form_at("/sign-in", "signIn")
        answer, _ = self.post(action, token=token, element="signIn", event="submitted", field__name=name, field__password=password)
        assert answer.status == 303, answer.status
        _, page = self.get(answer.getheader("Location"))
        assert "sign-out" in page, page[:3000]
        return page

    def connect(self, patience: float = 30) -> socket.socket:
        host, port = self.host.split(":")
        return socket.create_connection((host, int(port)), timeout=patience, source_address=(self.source, 0))

    def request(self, method: str, path: str, *fields: str) -> bytes:
        """The head of a request, for whoever writes it by hand."""
        return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", f"Cookie: {self.cookie}", *fields, "", ""]).encode()

    def events(self, page: str) -> str:
        """The address of a page's event stream."""
        return re.search(r'data-events="([^"]+)"', page)[1]


class Stream:
    """The event stream of a page, as a browser keeps it."""

    def __init__(self, visit: Visit, address: str):
        self.connection = http.client.HTTPConnection(visit.host, timeout=20)
        self.connection.request("GET", address, headers={"Cookie": visit.cookie})
        self.answer = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def until(self, words: str):
        while line := self.answer.readline():
            if words in line.decode():
                return
        raise AssertionError(f"the stream ends without {words}")

    def close(self):
        self.answer.close()
        self.connection.close()
