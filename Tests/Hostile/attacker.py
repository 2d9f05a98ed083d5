"""An attacker's process: it attacks, says what it has done, and keeps its connections until it is told to go."""
import multiprocessing
import multiprocessing.connection
import os
from collections import Counter

from attack import Attack
from stage import CUT_OFF, Stage

#: What is measured is what the daemon does, not who gets the processor: attackers stand behind the daemon and the good client.
NICE: int = 10


class Attacker:
    def __init__(self, attack: Attack, stage: Stage) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=_attack, args=(other, attack, stage), daemon=True)
        self.process.start()
        other.close()

    def is_done(self) -> bool:
        return self.pipe.poll(0)

    def leave(self) -> tuple[Counter[str], list[str]]:
        """Ends it with its connections; gives its effort and its complaints."""
        effort: Counter[str] = Counter()
        complaints: list[str] = []
        try:
            if self.pipe.poll(0):
                effort, complaints = self.pipe.recv()
            else:
                effort["stopped"] = 1
        except EOFError:
            complaints = ["the attacker's process has ended"]
        self.process.kill()
        self.process.join()
        return effort, complaints


def _attack(pipe: multiprocessing.connection.Connection, attack: Attack, stage: Stage) -> None:
    os.nice(NICE)
    try:
        attack.run(stage)
    except CUT_OFF:
        stage.effort["cut"] += 1
    except Exception as error:
        stage.complaints.append(f"the attacker itself: {error!r}")
    pipe.send((stage.effort, stage.complaints))
    # Held until the process is killed, which closes every connection at once.
    pipe.recv()
