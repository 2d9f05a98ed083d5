"""A person in front of `svc-supervisor top`, through a pseudo-terminal.

usage: top_person.py SUPERVISOR HOME PART
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 30
LEFT = b"\x1b[?25h\x1b[?1049l"


class Terminal:
    def __init__(self, supervisor, home, columns, lines=12):
        self.person, self.side = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.side)
        self.seen = b""
        environment = dict(os.environ, NO_COLOR="1", TERM="xterm")
        self.program = subprocess.Popen(
            self.command(supervisor, home), stdin=self.side, stdout=self.side, stderr=self.side, env=environment,
            preexec_fn=self.own_session)

    def command(self, supervisor, home):
        return [supervisor, "top", "--home", home]

    def own_session(self):
        # A test's thread may block signals, and its children would.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def resize(self, columns, lines=12):
        self.columns = columns
        fcntl.ioctl(self.person, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, condition, what):
        """Reads until the last whole screen fulfils the condition."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screens = self.seen.split(b"\x1b[H")
            for screen in screens[1:]:
                if b"\x1b[J" in screen:
                    # The terminal itself makes each line end a carriage return and a line end.
                    text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\r", b"", screen.split(b"\x1b[J")[0]).decode()
                    if condition(text):
                        self.seen = screens[-1] and b"\x1b[H" + screens[-1]
                        return text
            self.read(end)
        raise AssertionError(f"{what}; seen: {self.seen[-2000:]!r}")

    def read(self, end):
        if select.select([self.person], [], [], max(0, min(1, end - time.monotonic())))[0]:
            try:
                self.seen += os.read(self.person, 65536)
            except OSError:
                time.sleep(0.05)

    def press(self, keys):
        self.seen = b""
        os.write(self.person, keys)

    def eventually(self, condition, what):
        """Reads on until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, what
            self.read(min(end, time.monotonic() + 0.02))

    def ended(self):
        """The exit status, once the terminal is as it was before."""
        end = time.monotonic() + PATIENCE
        while self.program.poll() is None and time.monotonic() < end:
            self.read(end)
        status = self.program.wait(timeout=1)
        while LEFT not in self.seen and time.monotonic() < end:
            self.read(end)
        assert termios.tcgetattr(self.side)[:4] == self.before[:4], "the terminal is left as it was"
        return status


def state(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


def walk(supervisor, home):
    terminal = Terminal(supervisor, home, 120)
    screen = terminal.until(lambda text: "ledger" in text and "CALLS/S" in text, "the table")
    assert "2/2 ready" in screen and "q quit" in screen, screen
    terminal.press(b">")
    screen = terminal.until(lambda text: "by NAME" in text, "sorted by name")
    assert screen.index("ledger") < screen.index("reader")
    terminal.press(b"I")
    terminal.until(lambda text: "(turned)" in text and text.index("reader") < text.index("ledger"), "turned around")
    terminal.press(b"\x1b[17~")
    terminal.until(lambda text: "by MEMORY" in text, "F6")
    terminal.press(b"/read\r")
    terminal.until(lambda text: "names with read" in text and "ledger" not in text, "filtered")
    terminal.press(b"\x1b")
    terminal.until(lambda text: "ledger" in text, "not filtered")
    terminal.press(b"h")
    terminal.until(lambda text: "sort by the next" in text, "help")
    terminal.press(b"x")
    terminal.until(lambda text: "CALLS/S" in text, "the table again")
    terminal.press(b"\x1b[B\x1b[A\x1b[5~\x1b[6~\x1b[99~\x00\xff")
    terminal.until(lambda text: "CALLS/S" in text, "odd keys do nothing")
    # Ctrl-Z gives the terminal back, and whoever continues it sees the table again.
    terminal.press(b"\x1a")
    terminal.eventually(lambda: state(terminal.program.pid) == "T", "stopped")
    assert termios.tcgetattr(terminal.side)[:4] == terminal.before[:4], "a shell gets its terminal as it was"
    terminal.seen = b""
    os.kill(terminal.program.pid, signal.SIGCONT)
    terminal.until(lambda text: "CALLS/S" in text, "continued")
    terminal.resize(60)
    terminal.until(lambda text: max(map(len, text.split("\n"))) <= 60 and "CALLS/S" in text, "resized")
    terminal.press(b"q")
    assert terminal.ended() == 0


def narrow(supervisor, home):
    terminal = Terminal(supervisor, home, 20, 6)
    screen = terminal.until(lambda text: "ledger" in text, "a table of 20 columns")
    lines = screen.split("\n")
    assert max(map(len, lines)) <= 20 and len(lines) <= 6, screen
    terminal.resize(1, 1)
    terminal.until(lambda text: len(text) <= 1, "one column and one line")
    terminal.resize(40, 10)
    terminal.until(lambda text: "ledger" in text and "CALLS/S" in text, "more again")
    # Ctrl-C is a way out too.
    terminal.press(b"\x03")
    assert terminal.ended() == 0


def killed(supervisor, home):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        terminal = Terminal(supervisor, home, 80)
        terminal.until(lambda text: "ledger" in text, "the table")
        terminal.program.send_signal(number)
        assert terminal.ended() == 0, number


def lost(supervisor, home):
    terminal = Terminal(supervisor, home, 100)
    terminal.until(lambda text: "ledger" in text, "the table")
    subprocess.run([supervisor, "down", "--home", home], check=True, capture_output=True, timeout=60)
    # The last table stays, under the reason why there is no newer one.
    terminal.until(lambda text: "ledger" in text and "ready" not in text.split("\n")[0], "the suite is gone")
    terminal.press(b"q")
    assert terminal.ended() == 0


if __name__ == "__main__":
    {"walk": walk, "narrow": narrow, "killed": killed, "lost": lost}[sys.argv[3]](sys.argv[1], sys.argv[2])
