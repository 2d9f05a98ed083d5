"""One attack against one daemon: what it cost, and whether that was too much."""
import math
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import process_figures as figures
from attack import Attack
from attacker import Attacker
from good_client import Experience, GoodClient
from limits import BUSY_FACTOR, DEBUG_FACTOR, MIB, RUNAWAY_BYTES, Limits
from stage import Stage
from targets import DaemonTarget

_SAMPLE: float = 0.02
#: The window in which an idle processor is looked for.
_IDLE_WINDOW: float = 0.3
#: Who is later than so many times the limit is late by itself.
_DOUBT: float = 4.0


@dataclass
class Result:
    attack: str
    daemon: str
    before: int
    grown: int = 0
    kept: int = 0
    descriptors: int = 0
    sockets_kept: int = 0
    idle_cpu: float = 0.0
    settled: float = 0.0
    p99: float = 0.0
    worst: float = 0.0
    newcomer: float = 0.0
    #: The good client's p99 at a daemon that nobody attacked, at the same time.
    undisturbed: float = 0.0
    #: How many times longer the daemon took for its work because others had the processors.
    stretch: float = 1.0
    effort: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    #: Those of the faults that are about time alone.
    slow: list[str] = field(default_factory=list)
    survived: bool = True
    #: What the good client's p99 was held under.
    p99_limit: float = 0.0

    @property
    def is_doubtful(self) -> bool:
        """Whether nothing but a busy machine may be why it failed."""
        return bool(self.slow) and not self.faults and self.p99 < _DOUBT * self.p99_limit

    @property
    def passed(self) -> bool:
        return not self.faults and not self.slow

    def line(self) -> str:
        verdict = "ok  " if self.passed else "FAIL"
        kept = "" if not self.survived else f", keeps {self.kept / MIB:.0f}"
        line = (f"{verdict} {self.attack:20} {self.daemon:21} rss {self.before / MIB:.0f} +{self.grown / MIB:.0f} MiB{kept}; "
                f"fds +{self.descriptors}, keeps {self.sockets_kept} sockets; p99 {self.p99 * 1000:.1f} ms ({self.undisturbed * 1000:.1f}, stretched {self.stretch:.1f}), "
                f"worst {self.worst * 1000:.0f}; "
                f"new {self.newcomer * 1000:.0f} ms; idle {self.idle_cpu * 100:.0f}% after {self.settled:.1f} s; "
                f"{'' if self.survived else 'DEAD; '}{self.tried()}")
        return line + "".join(f"\n       {fault}" for fault in self.faults + self.slow)

    def tried(self) -> str:
        words = [f"{self.effort[name]} {name}" for name in ("connections", "welcomed", "cut") if self.effort[name]]
        if self.effort["sent"]:
            words.append(f"{self.effort['sent'] / MIB:.1f} MiB sent")
        return ", ".join(words) or "nothing counted"


class Trial:
    def __init__(self, target: DaemonTarget, twin: DaemonTarget, attack: Attack, seconds: float, seed: int) -> None:
        self.target = target
        #: A daemon that nobody attacks.
        self.twin = twin
        self.attack = attack
        self.limits: Limits = attack.limits
        self.seconds = seconds * attack.longer
        self.seed = seed

    def run(self) -> Result:
        pid = self.target.pid
        good = GoodClient(self.target.good_connection, self.target.boards.cheap)
        good.start()
        control = GoodClient(self.twin.good_connection, self.twin.boards.cheap, connects_anew=False)
        control.start()
        # Without the good client's own, which will be gone.
        sockets = figures.sockets(pid) - 1
        figures.forget_peak(pid)
        result = Result(self.attack.name, self.target.name, before=figures.resident(pid))
        descriptors = figures.descriptors(pid)
        attacker = Attacker(self.attack, Stage(self.target, self.seconds, self.seed))
        over = threading.Event()
        threading.Thread(target=self._guard, args=(pid, over, result), daemon=True).start()
        try:
            return self._measure(pid, (descriptors, sockets), (good, control), attacker, result)
        finally:
            over.set()

    def _measure(
        self, pid: int, before: tuple[int, int], clients: tuple[GoodClient, GoodClient], attacker: Attacker, result: Result
    ) -> Result:
        turns = figures.processor_turns(pid)
        most_descriptors = self._watch(pid, attacker, result)
        result.stretch = self._stretch(pid, turns)
        experience, undisturbed = [client.stop() for client in clients]
        result.effort, complaints = attacker.leave()
        result.faults += complaints
        result.descriptors = most_descriptors - before[0]
        if result.effort["stopped"]:
            result.faults.append("the attacker still waited for the daemon when its time was long over")
        self._judge_experience(result, experience, undisturbed)
        if not self.target.is_running() or self.target.pid != pid:
            result.survived = False
            result.faults.append(f"the daemon {self.target.ending()}")
            return result
        result.grown = max(0, figures.peak(pid) - result.before)
        if result.grown > self.limits.growth:
            result.faults.append(f"it grew by {result.grown / MIB:.0f} MiB, more than {self.limits.growth / MIB:.0f}")
        try:
            self._settle(pid, before[1], result)
        except (FileNotFoundError, ProcessLookupError):
            result.survived = False
            result.faults.append(f"the daemon {self.target.ending()}")
        return result

    def _watch(self, pid: int, attacker: Attacker, result: Result) -> int:
        """Until the attack is over; gives the most descriptors that there were."""
        most = 0
        # An attack keeps to its time; one that waits for the daemon is ended.
        end = time.monotonic() + self.seconds + 6
        while not attacker.is_done() and time.monotonic() < end and self.target.is_running():
            try:
                most = max(most, figures.descriptors(pid))
            except (FileNotFoundError, ProcessLookupError):
                break
            time.sleep(_SAMPLE)
        return most

    def _stretch(self, pid: int, before: tuple[int, int]) -> float:
        """A busy machine slows a daemon that works more than one that sleeps most of the time, as the twin does."""
        try:
            ran, waited = (now - then for now, then in zip(figures.processor_turns(pid), before, strict=True))
        except (FileNotFoundError, ProcessLookupError):
            return 1.0
        return 1.0 + max(0, waited) / ran if ran > 0 else 1.0

    def _guard(self, pid: int, over: threading.Event, result: Result) -> None:
        """Kills a daemon that takes too much, whatever this program waits for just then."""
        try:
            while not over.wait(_SAMPLE * 5):
                if figures.resident(pid) > RUNAWAY_BYTES:
                    result.faults.append(f"it had more than {RUNAWAY_BYTES / MIB:.0f} MiB and was killed, before it took the machine")
                    return figures.kill(pid)
        except (FileNotFoundError, ProcessLookupError):
            pass

    def _judge_experience(self, result: Result, experience: Experience, undisturbed: Experience) -> None:
        result.p99 = experience.quantile(0.99)
        result.worst = max(experience.latencies, default=math.inf)
        result.newcomer = max(experience.newcomers, default=0.0)
        result.faults += [f"the good client: {problem}" for problem in experience.problems]
        result.undisturbed = undisturbed.quantile(0.99)
        promise = self.limits.p99 * (DEBUG_FACTOR if self.target.is_debug else 1)
        result.p99_limit = max(promise * result.stretch, BUSY_FACTOR * result.undisturbed)
        if result.p99 > result.p99_limit:
            result.slow.append(f"the good client's p99 was {result.p99 * 1000:.0f} ms, more than {result.p99_limit * 1000:.0f}; "
                               f"that of a daemon that nobody attacked was {result.undisturbed * 1000:.1f} at the same time")
        if result.newcomer > self.limits.newcomer:
            result.slow.append(f"a new connection waited {result.newcomer:.1f} s, longer than {self.limits.newcomer:.0f}")

    def _settle(self, pid: int, sockets: int, result: Result) -> None:
        """Waits until the daemon is idle and has given back what it took."""
        started = time.monotonic()
        while True:
            used = figures.processor_seconds(pid)
            time.sleep(_IDLE_WINDOW)
            result.idle_cpu = (figures.processor_seconds(pid) - used) / _IDLE_WINDOW
            result.kept = figures.resident(pid) - result.before
            result.sockets_kept = figures.sockets(pid) - sockets
            result.settled = time.monotonic() - started
            faults = self._left_over(result)
            if not faults:
                return
            if result.settled > self.limits.settle:
                result.faults += [f"{fault}, {result.settled:.0f} s after the attack" for fault in faults]
                return

    def _left_over(self, result: Result) -> list[str]:
        faults: list[str] = []
        if result.idle_cpu > self.limits.idle_cpu:
            faults.append(f"it uses {result.idle_cpu * 100:.0f}% of a processor")
        if result.kept > self.limits.kept:
            faults.append(f"it keeps {result.kept / MIB:.0f} MiB, more than {self.limits.kept / MIB:.0f}")
        if result.sockets_kept > self.limits.sockets + self.target.own_sockets:
            faults.append(f"it keeps {result.sockets_kept} sockets")
        return faults
