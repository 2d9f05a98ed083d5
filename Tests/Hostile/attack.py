"""An attack: its name, what it does, whom it fits, and what it may cost. The table of all of them is `attacks()`."""
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from limits import Limits

if TYPE_CHECKING:
    from stage import Stage

#: Where attacks stand, in the order in which they run.
MODULES: tuple[str, ...] = (
    "attack_handshake", "attack_frames", "attack_streams", "attack_bodies", "attack_credit", "attack_inbound", "attack_outbound",
    "attack_floods", "attack_connections", "attack_mutation", "attack_verticals", "attack_supervisor",
)
ECHO: str = "svc-echo"
VERTICALS: tuple[str, ...] = ("svc-authentication", "svc-maps", "svc-maps-grid", "svc-clinical-records", "svc-appointments")
SUPERVISOR: str = "svc-supervisor"
EVERYBODY: tuple[str, ...] = (ECHO, *VERTICALS, SUPERVISOR)


@dataclass(frozen=True)
class Attack:
    name: str
    what: str
    run: Callable[["Stage"], None]
    daemons: tuple[str, ...]
    limits: Limits
    #: How much longer than others it runs.
    longer: float
    #: Whether it fits into a soak, where others use the daemons meanwhile.
    soak: bool


_table: dict[str, Attack] = {}


def attack(
    name: str, daemons: tuple[str, ...] = (ECHO,), limits: Limits = Limits(), longer: float = 1.0, soak: bool = True,
) -> Callable[[Callable[["Stage"], None]], Callable[["Stage"], None]]:
    """Puts a function into the table; its docstring says what it does."""
    def register(run: Callable[["Stage"], None]) -> Callable[["Stage"], None]:
        assert name not in _table, f"two attacks are called {name}"
        _table[name] = Attack(name, (run.__doc__ or "").strip(), run, daemons, limits, longer, soak)
        return run
    return register


def attacks() -> dict[str, Attack]:
    """Every attack by its name."""
    for module in MODULES:
        importlib.import_module(module)
    return _table
