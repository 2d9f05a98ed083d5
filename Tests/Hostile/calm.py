"""How a good client fares when nobody attacks: what a busy machine adds must not be held against a daemon."""
import multiprocessing
import os
import time

from attacker import NICE
from targets import DaemonTarget
from trial import good_client


def p99(target: DaemonTarget, seconds: float) -> float:
    """Beside a process that only burns a processor, as an attacker does."""
    burner = multiprocessing.get_context("fork").Process(target=_burn, daemon=True)
    good = good_client(target)
    good.start()
    burner.start()
    time.sleep(seconds)
    burner.kill()
    burner.join()
    experience = good.stop()
    if experience.problems:
        raise RuntimeError(f"{target.name} does not serve a good client whom nobody disturbs: {experience.problems}")
    return experience.quantile(0.99)


def _burn() -> None:
    os.nice(NICE)
    while True:
        pass
