"""What the pages of the shell cost, beside a Hummingbird server that gives the same bytes from memory.

usage: python3 Tests/Benchmarks/Pages [--binaries DIR] [--rounds N] [--commits N] [--pages N] [--quick] [--json]

Run it from the repository's folder: `make bench-pages`. The two servers take turns, so that what else the machine does falls on both.
"""
import argparse
import gzip
import json
import pathlib
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

from clinic import Clinic, Visitor, proportional

# A visitor may keep so many pages open.
PAGES_OF_VISITOR: int = 20
# The home page with its tiles, and a page with one screen.
MEASURED_PAGES: list[str] = ["/", "/patients"]


class Limit:
    """Hummingbird, which gives a page from memory."""

    def __init__(self, binaries: pathlib.Path, page: str) -> None:
        self.file = tempfile.NamedTemporaryFile("w", suffix=".html")
        self.file.write(page)
        self.file.flush()
        self.process = subprocess.Popen([binaries / "page-limit", self.file.name], stdout=subprocess.PIPE, text=True)
        self.address = f"127.0.0.1:{int(self.process.stdout.readline())}"

    def __enter__(self) -> "Limit":
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()
        self.file.close()


def timed(visitor: Visitor, path: str) -> float:
    start = time.perf_counter()
    visitor.get(path)
    return (time.perf_counter() - start) * 1000


def page_times(visitor: Visitor, limit: Visitor, rounds: int) -> dict:
    """Milliseconds of a whole home page, opened anew each time, and of the same bytes."""
    report: dict[str, list[float]] = {"home": [], "limit": []}
    for number in range(rounds):
        report["home"].append(timed(visitor, f"/?round={number}"))
        report["limit"].append(timed(limit, "/"))
    return report


def pages_per_second(visitors: list[Visitor], seconds: float, path: str) -> float:
    """Pages that several visitors get, each one after the other, from one thread that has one request of each under way."""
    poller, sockets, requests = select.poll(), {}, {}
    for visitor in visitors:
        visitor.get(path)
        opened = visitor.connection.sock
        number = opened.fileno()
        sockets[number] = opened
        requests[number] = f"GET {path} HTTP/1.1\r\nHost: {visitor.address}\r\nCookie: {visitor.cookie}\r\n\r\n".encode()
        poller.register(opened, select.POLLIN)
        opened.sendall(requests[number])
    got: dict[int, bytes] = {number: b"" for number in requests}
    count, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        for number, _ in poller.poll(1000):
            got[number] += sockets[number].recv(1 << 18)
            if is_whole(got[number]):
                count, got[number] = count + 1, b""
                sockets[number].sendall(requests[number])
    for visitor in visitors:
        visitor.connection.close()
    return count / (now - start)


def is_whole(answer: bytes) -> bool:
    head, separator, body = answer.partition(b"\r\n\r\n")
    if not separator:
        return False
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return len(body) >= int(length[1]) if length else body.endswith(b"0\r\n\r\n")


def commits(clinic: Clinic, count: int) -> dict:
    """Milliseconds from a booking's answer, and from its sending, to the change in the page on which the patient has their appointments."""
    visitor = Visitor(clinic.address)
    visitor.sign_in("ana")
    stream = visitor.events(visitor.get("/appointments"))
    stream.settimeout(10)
    connection = clinic.connect("appointments")
    board, metadata = clinic.appointments.APPOINTMENTS_BOARD_BOOK, clinic.wire.Metadata(session=clinic.token)
    report: dict[str, list[float]] = {"from_answer": [], "from_sending": []}
    for start in clinic.slots(count):
        drained(stream)
        sent = time.perf_counter()
        answer = connection.call(board, clinic.booking(start), metadata)
        answered = time.perf_counter()
        if answer.type != "OUTPUT":
            sys.exit(f"a booking is answered with {answer}")
        while b"data" not in stream.recv(1 << 16):
            pass
        seen = time.perf_counter()
        report["from_answer"].append((seen - answered) * 1000)
        report["from_sending"].append((seen - sent) * 1000)
    stream.close()
    connection.close()
    return report


def drained(stream) -> None:
    """Until the stream has been silent for a moment: what comes next belongs to what is done next."""
    while select.select([stream], [], [], 0.1)[0]:
        if not stream.recv(1 << 16):
            sys.exit("the event stream has ended")


def memory(clinic: Clinic, count: int, path: str) -> dict:
    """PSS that open pages add, each with its event stream."""
    visitors = [Visitor(clinic.address) for _ in range(-(-count // PAGES_OF_VISITOR))]
    for visitor in visitors:
        visitor.sign_in("staff")
        visitor.get(path)
    time.sleep(1)
    before = clinic.memory()
    streams = []
    for number in range(count):
        visitor = visitors[number % len(visitors)]
        streams.append(visitor.events(visitor.get(f"{path}?page={number}")))
    time.sleep(2)
    after = clinic.memory()
    for stream in streams:
        stream.close()
    return {"pages": count, "bytes_per_page": {name: (after[name] - before[name]) / count for name in after}}


def least_memory(binaries: pathlib.Path, count: int) -> float:
    """PSS that a Hummingbird server adds for an event stream behind which there is nothing: what a page can't be below."""
    with Limit(binaries, "A page") as limit:
        visitor = Visitor(limit.address)
        warm = [visitor.stream("/events") for _ in range(PAGES_OF_VISITOR)]
        time.sleep(1)
        before = proportional(limit.process.pid)
        streams = [visitor.stream("/events") for _ in range(count)]
        time.sleep(1)
        after = proportional(limit.process.pid)
        for stream in warm + streams:
            stream.close()
    return (after - before) / count


def first_page(clinic: Clinic) -> dict:
    """Bytes of the first page that somebody sees, with what it loads."""
    visitor = Visitor(clinic.address)
    page = visitor.get("/")
    parts = {"page": page}
    for path in sorted(set(re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg)[^"]*)"', page))):
        parts[path] = visitor.get(path)
    return {
        "bytes": {name: len(text.encode()) for name, text in parts.items()},
        "compressed": {name: len(gzip.compress(text.encode())) for name, text in parts.items()},
    }


def measure(options: argparse.Namespace) -> dict:
    binaries = pathlib.Path(options.binaries).resolve()
    for name in ("svc-supervisor", "svc-octopus", "page-limit"):
        if not (binaries / name).exists():
            sys.exit(f"{binaries / name} is not built: run `make bench-pages`")
    report: dict = {}
    with Clinic(binaries) as clinic:
        report["idle"] = clinic.memory()
        report["first_page"] = first_page(clinic)
        visitor = Visitor(clinic.address)
        visitor.sign_in("staff")
        home = visitor.get("/")
        report["tiles"] = len(re.findall('<article id="t\\.', home))
        with Limit(binaries, home) as limit:
            report["times"] = page_times(visitor, Visitor(limit.address), options.rounds)
            rates: dict[str, list[float]] = {"home": [], "limit": []}
            for _ in range(options.turns):
                signed = [Visitor(clinic.address) for _ in range(8)]
                for each in signed:
                    each.sign_in("staff")
                rates["home"].append(pages_per_second(signed, options.seconds, "/"))
                rates["limit"].append(pages_per_second([Visitor(limit.address) for _ in range(8)], options.seconds, "/"))
            report["rates"] = rates
        report["commits"] = commits(clinic, options.commits)
        report["memory"] = {path: memory(clinic, options.pages, path) for path in MEASURED_PAGES}
    report["least_memory"] = least_memory(binaries, options.pages)
    return report


def show(report: dict) -> None:
    home, limit = (sorted(report["times"][name]) for name in ("home", "limit"))
    added = sorted(one - other for one, other in zip(report["times"]["home"], report["times"]["limit"]))
    print(f"home page, {report['tiles']} tiles   p50 {middle(home)} ms, p99 {last(home)}; the limit {middle(limit)}, {last(limit)}; above it {middle(added)}")
    rates = {name: statistics.median(values) for name, values in report["rates"].items()}
    print(f"pages a second        {rates['home']:.0f}; the limit {rates['limit']:.0f}")
    answered, sent = (sorted(report["commits"][name]) for name in ("from_answer", "from_sending"))
    print(f"commit to page        p50 {middle(answered)} ms, p99 {last(answered)}; from the booking's sending {middle(sent)}, {last(sent)}")
    for path, measured in report["memory"].items():
        sizes = ", ".join(f"{name} {size / 1024:.1f} KiB" for name, size in measured["bytes_per_page"].items())
        print(f"memory of a live page {path}, {measured['pages']} open: {sizes}")
    print(f"memory of the limit   {report['least_memory'] / 1024:.1f} KiB for an event stream with nothing behind it")
    first = report["first_page"]
    print(f"first page            {sum(first['bytes'].values())} bytes, {sum(first['compressed'].values())} by gzip: "
          + ", ".join(f"{name} {size}" for name, size in first["bytes"].items()))
    print("idle PSS              " + ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in report["idle"].items()))


def middle(values: list[float]) -> str:
    return f"{statistics.median(values):.2f}"


def last(values: list[float]) -> str:
    return f"{values[min(len(values) - 1, int(len(values) * 0.99))]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What the pages of the shell cost.")
    parser.add_argument("--binaries", default=".build/release")
    parser.add_argument("--rounds", type=int, default=300, help="home pages, each opened anew")
    parser.add_argument("--commits", type=int, default=200, help="bookings whose change is waited for")
    parser.add_argument("--pages", type=int, default=1000, help="pages that are open at the same time")
    parser.add_argument("--turns", type=int, default=5, help="turns of pages a second")
    parser.add_argument("--seconds", type=float, default=2, help="of each turn")
    parser.add_argument("--quick", action="store_true", help="a tenth of it")
    parser.add_argument("--json", action="store_true", help="print every value as JSON")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.commits, options.pages, options.turns, options.seconds = 30, 20, 100, 1, 1
    report = measure(options)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        show(report)


main()
