"""Every attack against every daemon that it fits, one after the other."""
import pathlib

from attack import ECHO, SUPERVISOR, Attack
from limits import MIB
from supervisor_target import SupervisorTarget
from targets import DaemonTarget
from trial import Result, Trial


class Series:
    def __init__(self, attacks: list[Attack], daemons: list[str], seconds: float, seed: int, folder: pathlib.Path) -> None:
        self.attacks = attacks
        self.daemons = daemons
        self.seconds = seconds
        self.seed = seed
        self.folder = folder
        self.twin = DaemonTarget(ECHO, folder / "twin")
        self.results: list[Result] = []

    def run(self) -> list[Result]:
        self.twin.start()
        try:
            for name in self.daemons:
                fitting = [attack for attack in self.attacks if name in attack.daemons]
                if fitting:
                    self._attack(name, fitting)
        finally:
            self.twin.close()
        return self.results

    def _attack(self, name: str, attacks: list[Attack]) -> None:
        target = (SupervisorTarget if name == SUPERVISOR else DaemonTarget)(name, self.folder)
        try:
            target.start()
            for attack in attacks:
                result = self._trial(target, attack)
                if result.is_doubtful:
                    # A little late may be somebody else's doing: once more, and that counts.
                    print(f"{result.line()}\n       once more", flush=True)
                    target.restart()
                    result = self._trial(target, attack)
                self.results.append(result)
                print(result.line(), flush=True)
                if not result.passed:
                    # The next attack meets a daemon that owes nothing to this one.
                    target.restart()
        finally:
            target.close()

    def _trial(self, target: DaemonTarget, attack: Attack) -> Result:
        return Trial(target, self.twin, attack, self.seconds, self.seed).run()

    def table(self) -> str:
        """The figures of all trials, for people."""
        lines = ["| attack | daemon | grown, MiB | kept, MiB | good p99, ms | worst, ms | survived | verdict |", "|---|---|---|---|---|---|---|---|"]
        for each in self.results:
            verdict = "passed" if each.passed else "; ".join(each.faults + each.slow).replace("|", "/")
            grown, kept = (f"{each.grown / MIB:.0f}", f"{each.kept / MIB:.0f}") if each.survived else ("–", "–")
            lines.append(f"| {each.attack} | {each.daemon} | {grown} | {kept} | {each.p99 * 1000:.1f} | {each.worst * 1000:.0f} | "
                         f"{'yes' if each.survived else 'no'} | {verdict} |")
        return "\n".join(lines) + "\n"
