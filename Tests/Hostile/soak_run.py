"""A soak: attacks in a random order beside load and kills, and a sample of every process behind each."""
import random
import time
from collections import defaultdict

import process_figures as figures
from attack import ECHO, Attack, attacks
from attacker import Attacker
from limits import MIB
from slope import Samples
from soak_load import Load
from soak_target import NAMES, SuiteTarget, processes
from stage import Stage
from supervisor_target import end
from test_clinic import ClinicTests

#: Seconds of an ordinary attack, and of the rest behind it, in which what was taken is given back.
_ATTACK: float = 1.0
_REST: float = 2.0
#: The longest that a rest becomes while the attacker's connections are still there: more than these descriptors.
_LONGEST_REST: float = 8.0
_EXTRA_DESCRIPTORS: int = 12
#: Between two kills.
_KILLS: float = 20.0
#: Between two lines that say how it goes.
_SAYS: float = 60.0
#: Within this a killed daemon is back.
_BACK: float = 15.0
_SURVIVOR: str = "svc-supervisor"
_VICTIM_OF_SECOND_HALF: str = "svc-authentication"


class Broken(Exception):
    """The suite does not come back: there is nothing left to attack."""


class Soak:
    def __init__(self, seconds: float, seed: int) -> None:
        self.seconds = seconds
        self.chance = random.Random(seed)
        # Also of the shell, which is not attacked here, and works on beside those that are.
        self.samples: defaultdict[str, Samples] = defaultdict(Samples)
        self.faults: list[str] = []
        self.attacked = self.killed = 0
        #: What was done last, for people.
        self.last: str = "the beginning"

    def run(self) -> list[str]:
        ClinicTests.setUpClass()
        try:
            self.suite = ClinicTests.suite
            self.started = time.monotonic()
            self.pids = processes(self.suite)
            load = Load()
            try:
                self._attack_and_kill()
            except Broken as error:
                self._report(str(error))
            account = load.stop()
        finally:
            end(ClinicTests.suite, self.pids[_SURVIVOR])
            ClinicTests.doClassCleanups()
        print(f"{self.attacked} attacks, {self.killed} kills; {len(account.booked)} bookings were confirmed, {account.cancelled} of them "
              f"cancelled, {account.tried_again} calls tried again")
        for name, samples in self.samples.items():
            print(samples.line(name, self.seconds))
            self.faults += samples.faults(name, self.seconds)
        if not account.booked:
            self.faults.append("nothing was booked")
        return self.faults + account.problems

    @property
    def passed(self) -> float:
        return time.monotonic() - self.started

    def _attack_and_kill(self) -> None:
        last_kill = last_said = 0.0
        while self.passed < self.seconds:
            if self.passed - last_said > _SAYS:
                last_said = self.passed
                self._say()
            name = self.chance.choice(NAMES)
            fitting = [attack for attack in attacks().values() if attack.soak and name in attack.daemons and ECHO != name]
            self._attack(SuiteTarget(name, self.suite), self.chance.choice(fitting))
            if self.passed - last_kill > _KILLS:
                last_kill = self.passed
                self._kill()
            self._rest(name)
            self._sample()

    def _attack(self, target: SuiteTarget, attack: Attack) -> None:
        self.last = f"{attack.name} at {target.name}"
        seconds = _ATTACK * attack.longer
        pid = self.pids[target.name]
        attacker = Attacker(attack, Stage(target, seconds, self.chance.getrandbits(32)))
        end = time.monotonic() + seconds + 6
        while not attacker.is_done() and time.monotonic() < end:
            time.sleep(0.05)
        _, complaints = attacker.leave()
        self.attacked += 1
        self.faults += [f"{attack.name} at {target.name}: {complaint}" for complaint in complaints]
        if not figures.is_running(pid):
            self._report(f"{target.name} has ended while it was attacked by {attack.name}")
            self._await_all()

    def _rest(self, name: str) -> None:
        """Gives the daemon that was attacked time to close the attacker's connections; what it keeps after that, it keeps."""
        time.sleep(_REST)
        end = time.monotonic() + _LONGEST_REST
        known = self.samples[name].descriptors
        while known and time.monotonic() < end and figures.is_running(self.pids[name]):
            if figures.descriptors(self.pids[name]) <= min(known) + _EXTRA_DESCRIPTORS:
                return
            time.sleep(0.1)

    def _kill(self) -> None:
        names = [name for name in self.pids if name != _SURVIVOR] if self.passed < self.seconds / 2 else [_VICTIM_OF_SECOND_HALF]
        name = self.chance.choice(names)
        self.last += f" and a kill of {name}"
        figures.kill(self.pids[name])
        self.killed += 1
        self._await_all(killed=self.pids[name])

    def _await_all(self, killed: int = 0) -> None:
        """Until every vertical has a process that runs. One that was just killed may seem to run a little longer."""
        end = time.monotonic() + _BACK
        while time.monotonic() < end:
            found = processes(self.suite)
            if killed not in found.values() and all(name in found and figures.is_running(found[name]) for name in self.pids):
                self.pids = found
                return
            time.sleep(0.1)
        raise Broken(f"after {self.last}, not all is back within {_BACK:.0f} s: there is {', '.join(sorted(found)) or 'no answer'}")

    def _sample(self) -> None:
        for name, pid in self.pids.items():
            if not figures.is_running(pid):
                self._report(f"after {self.last}, {name} has ended")
                return self._await_all()
            self.samples[name].add(self.passed, figures.resident(pid), figures.descriptors(pid))

    def _say(self) -> None:
        sizes = ", ".join(f"{name} {samples.resident[-1] / MIB:.0f}" for name, samples in self.samples.items() if samples.resident)
        print(f"after {self.passed:.0f} s: {self.attacked} attacks, {self.killed} kills; MiB: {sizes}", flush=True)

    def _report(self, fault: str) -> None:
        print(f"after {self.passed:.0f} s: {fault}", flush=True)
        self.faults.append(fault)
