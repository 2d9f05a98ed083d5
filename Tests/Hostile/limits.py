"""What an attack may cost at most. The absolute numbers are the promise; what a busy machine adds is allowed for in `trial.py`."""
from dataclasses import dataclass

MIB: int = 1 << 20
#: Nothing may take more than this from the machine that runs the tests: the attack is cut off, and has failed.
RUNAWAY_BYTES: int = 3 << 30


#: A debug build takes so many times longer for a call, and a good client waits for the calls of others: an empty call costs the
#: daemon 7 to 10 µs where the optimised build needs less than 2. A read full of calls that are refused takes 7.5 times as long on a slow
#: machine (`answers-unread`: 125 and 17 ms).
DEBUG_FACTOR: float = 10.0
#: A busy machine makes everybody wait. A good client of a daemon that nobody attacks is measured at the same time, and one that is
#: attacked may be so many times slower than that one. On a quiet machine the promise is the larger of the two; it is stretched by what
#: the daemon itself waited for a processor (`Result.stretch`).
BUSY_FACTOR: float = 5.0


@dataclass(frozen=True)
class Limits:
    #: By how much the daemon may grow while it is attacked. A server's budgets for what comes in and for what goes out are each
    #: well below this; the rest is the handlers, the frames of the good client, and what the allocator keeps between them.
    growth: int = 256 * MIB
    #: How much of it may be left once the attackers are gone: caches that were warmed, and pages that the allocator holds on to.
    kept: int = 64 * MIB
    #: Seconds within which memory, descriptors and the processor must be back.
    settle: float = 10.0
    #: Sockets that may be left open: those that the daemon opened for itself meanwhile, to what it uses. A connection of an attacker
    #: who has gone is none of them; see `Trial`.
    sockets: int = 0
    #: Share of one processor that an idle daemon may use. Timers and watchdogs need far less.
    idle_cpu: float = 0.10
    #: The slowest of a hundred calls of a good client, in seconds, as users are promised it: of an optimised build.
    p99: float = 0.020
    #: A good client that connects meanwhile is served within so many seconds.
    newcomer: float = 5.0
