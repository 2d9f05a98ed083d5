"""What trials measure by, and how long they wait."""

import statistics
import time

from app import App
from visits import Visit

# Seconds within which octopus has given up whoever is slow: it gives them 20 or 30.
PATIENCE = 60
PASSWORD = "correct horse battery"


def seconds_of_a_page(app: App, times: int = 20) -> float:
    """Of a visitor from another address; of many, what 19 of 20 take at most."""
    seconds = []
    visit = Visit(app, "127.0.0.99")
    for _ in range(times):
        begin = time.monotonic()
        assert visit.get("/places")[0].status == 200
        seconds.append(time.monotonic() - begin)
    return statistics.quantiles(seconds, n=20)[-1] if times > 1 else seconds[0]


def settled(app: App):
    """Waits until what others have left is gone."""
    last = -1
    while (now := app.descriptors("octopus")) != last:
        last = now
        time.sleep(1)


def eventually(what: str, condition, seconds: float = 30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.2)
