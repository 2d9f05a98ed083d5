"""A person in front of `svc-supervisor watch` and `trace`, through a pseudo-terminal and through pipes.

usage: trace_person.py SUPERVISOR HOME PART [OPTIONS]
"""

import json
import os
import select
import signal
import subprocess
import sys
import time

import top_person

PATIENCE = 30
SUPERVISOR, HOME, PART, *PLACE = sys.argv[1:]
WHERE = PLACE or ["--home", HOME]
ENVIRONMENT = dict(os.environ, NO_COLOR="1", TERM="xterm")


class Terminal(top_person.Terminal):
    """A command on a terminal of its own."""

    def __init__(self, arguments, columns):
        self.arguments = arguments
        super().__init__(SUPERVISOR, HOME, columns)

    def command(self, supervisor, home):
        return [supervisor] + self.arguments + WHERE

    def text(self, condition, what):
        self.eventually(lambda: condition(self.seen.decode(errors="replace")), f"{what}; seen: {self.seen[-2000:]!r}")
        return self.seen.decode().replace("\r", "")

    def left(self):
        end = time.monotonic() + PATIENCE
        while self.program.poll() is None and time.monotonic() < end:
            self.read(end)
        return self.program.wait(timeout=1)


def own_signals():
    # A test's thread may block signals, and its children would.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def run(*arguments):
    return subprocess.run(
        [SUPERVISOR, *arguments, *WHERE], env=ENVIRONMENT, capture_output=True, text=True, timeout=60, preexec_fn=own_signals)


class Piped:
    """A command whose lines are read as they come."""

    def __init__(self, *arguments):
        self.reader, writer = os.pipe()
        os.set_blocking(self.reader, False)
        self.program = subprocess.Popen(
            [SUPERVISOR, *arguments, *WHERE], env=ENVIRONMENT, stdout=writer, stderr=subprocess.DEVNULL, preexec_fn=own_signals)
        os.close(writer)
        self.bytes = b""

    def lines(self):
        try:
            while part := os.read(self.reader, 65536):
                self.bytes += part
        except BlockingIOError:
            pass
        return self.bytes.decode().split("\n")[:-1]

    def interrupt(self):
        self.program.send_signal(signal.SIGINT)
        return self.program.wait(timeout=PATIENCE)


def call(number=1):
    answer = run("call", "ledger", "entry", f"number={number}")
    assert answer.returncode == 0, answer.stderr


def called_until(condition, what):
    """Calls again until the watcher, which takes its time to begin, has seen one."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        call()


def watch():
    terminal = Terminal(["watch", "ledger", "entry"], 120)

    def seen():
        terminal.read(time.monotonic() + 0.05)
        return b"ledger.entry" in terminal.seen

    called_until(seen, "a call is seen")
    line = next(line for line in terminal.seen.decode().split("\r\n") if "ledger.entry" in line)
    words = line.split()
    assert words[1:4] == ["operator", "ledger.entry", "answered"] and words[0].count(":") == 2, line
    assert "B →" in line, line
    terminal.press(b"\x03")
    assert terminal.left() == 0, terminal.seen


def pipe():
    watcher = Piped("watch", "entry", "--json")
    called_until(watcher.lines, "a call is seen")
    first = json.loads(watcher.lines()[0])
    assert (first["vertical"], first["board"], first["consumer"], first["end"]) == ("ledger", "entry", "operator", "answered"), first
    assert first["inputBytes"] > 0 and first["outputBytes"] > 0 and first["durationSeconds"] >= 0 and first["trace"] is None, first
    assert "number" not in first, "no value is shown"
    # Nobody reads any more: the next call ends it.
    os.close(watcher.reader)
    called_until(lambda: watcher.program.poll() is not None, "a closed pipe ends it")
    assert watcher.program.returncode == 0, watcher.program.returncode
    for arguments in (["trace", "entry"], ["trace", "--json"]):
        run("call", "--trace", "ledger", "entry", "number=1")
        reader, writer = os.pipe()
        os.close(reader)
        status = subprocess.run([SUPERVISOR, *arguments, *WHERE], stdout=writer, stderr=subprocess.PIPE, timeout=60, preexec_fn=own_signals)
        os.close(writer)
        assert status.returncode == 0 and not status.stderr, status


def narrow():
    run("call", "--trace", "ledger", "entry", "number=1")
    for columns in (120, 60, 20, 5):
        terminal = Terminal(["trace", "entry"], columns)
        assert terminal.left() == 0, terminal.seen
        terminal.text(lambda text: text.count("\n") >= 3, "three lines")
        lines = terminal.seen.decode().replace("\r", "").rstrip("\n").split("\n")
        assert max(map(len, lines)) <= columns, lines
        assert columns < 60 or "█" in lines[2], lines
    terminal = Terminal(["watch", "entry"], 30)

    def seen():
        terminal.read(time.monotonic() + 0.05)
        return terminal.seen.count(b"\n") >= 1

    called_until(seen, "a call is seen")
    assert len(terminal.seen.decode().split("\r\n")[0]) <= 30, terminal.seen
    terminal.press(b"\x03")
    assert terminal.left() == 0


def restart():
    """A watch goes on past its daemon's end."""
    watcher = Piped("watch", "ledger", "--json")
    called_until(watcher.lines, "a call is seen")
    pid = int(run("status", "ledger", "--field", ".pid").stdout)
    os.kill(pid, signal.SIGKILL)
    while run("status", "ledger", "--field", ".pid").stdout.strip() in ("", "null", str(pid)):
        pass
    before = len(watcher.lines())
    called_until(lambda: len(watcher.lines()) > before, "a call of the next process is seen")
    assert watcher.interrupt() == 0


def sockets():
    """Without a supervisor: `top --json`, and `watch`."""
    top = Piped("top", "--json")
    end = time.monotonic() + PATIENCE
    while not top.lines():
        assert time.monotonic() < end, "a line a second"
        select.select([top.reader], [], [], 1)
    verticals = {vertical["name"]: vertical for vertical in json.loads(top.lines()[0])["verticals"]}
    assert top.interrupt() == 0
    assert verticals["ledger"]["state"] == "ready" and verticals["ledger"]["pid"] > 0, verticals
    assert verticals["ledger"]["callsPerSecond"] is not None, verticals
    assert verticals["echo"]["state"] == "stopped" and "start it" in verticals["echo"]["reason"], verticals
    watch()


{"watch": watch, "pipe": pipe, "narrow": narrow, "restart": restart, "sockets": sockets}[PART]()
