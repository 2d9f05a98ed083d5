"""Real load beside the attacks: a patient books, lists and cancels, and every booking that was confirmed is there in the end."""
import multiprocessing
import multiprocessing.connection
import random
import time
import uuid
from dataclasses import dataclass, field

from connection import Ended
from exported import wire
from test_clinic import DAY_NS, ClinicTests, appointments

_RETRIED: frozenset[int] = frozenset({
    wire.FAILURE_CODE_UNAVAILABLE, wire.FAILURE_CODE_DRAINING, wire.FAILURE_CODE_EXHAUSTED, wire.FAILURE_CODE_CRASHED,
    wire.FAILURE_CODE_MOVED, wire.FAILURE_CODE_BARRIER_STUCK, wire.FAILURE_CODE_BARRIER_REFUSED,
})


@dataclass
class Account:
    booked: dict[bytes, bytes] = field(default_factory=dict)
    cancelled: int = 0
    tried_again: int = 0
    problems: list[str] = field(default_factory=list)


class Load:
    """Runs in a process of its own, against the suite that `ClinicTests` has set up."""

    def __init__(self) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=_book, args=(other,), daemon=True)
        self.process.start()

    def stop(self) -> Account:
        self.pipe.send("stop")
        account = self.pipe.recv() if self.pipe.poll(120) else Account(problems=["the load never came back"])
        self.process.kill()
        return account


def _book(pipe: multiprocessing.connection.Connection) -> None:
    account, chance = Account(), random.Random(7)
    while not pipe.poll(0.01):
        now = time.time_ns()
        first = now + chance.randint(1, 300) * DAY_NS
        request = appointments.SlotsRequest(until=first + 20 * DAY_NS, page_size=50, **{"from": first})
        slots = _until_answered(account, appointments.APPOINTMENTS_BOARD_SLOTS, request, None, appointments.SlotsPage)
        if slots is None or not slots.slots:
            continue
        slot = chance.choice(slots.slots)
        booking = appointments.Booking(
            key=uuid.UUID(int=chance.getrandbits(128)).bytes, patient=ClinicTests.patient, clinic=slot.clinic,
            practitioner=slot.practitioner, start=slot.start, reason="soak")
        made = _until_answered(account, appointments.APPOINTMENTS_BOARD_BOOK, booking, "ana", appointments.Appointment)
        if made is None:
            continue
        account.booked[made.id] = booking.key
        if chance.random() < 0.9:
            cancellation = appointments.Cancellation(appointment=made.id)
            if _until_answered(account, appointments.APPOINTMENTS_BOARD_CANCEL, cancellation, "ana", appointments.Appointment):
                account.cancelled += 1
    pipe.recv()
    _check(account)
    pipe.send(account)


def _until_answered(account: Account, board: int, body: object, who: str | None, answer: type) -> object | None:
    """The answer; None where it was refused. What did not get through is sent again: every Input here is idempotent."""
    for _ in range(600):
        try:
            got = ClinicTests.call("appointments", board, body, who)
        except (OSError, Ended, AssertionError):
            account.tried_again += 1
            time.sleep(0.05)
            continue
        if got.type == "OUTPUT":
            return answer.FromString(got.body)
        if got.type == "REFUSE":
            return None
        if got.message.code not in _RETRIED:
            account.problems.append(f"board {board} failed: {got.message}")
            return None
        account.tried_again += 1
        time.sleep(0.05)
    account.problems.append(f"board {board} was not answered in 600 tries")
    return None


def _check(account: Account) -> None:
    """Every booking that was confirmed is in the patient's list."""
    found: set[bytes] = set()
    cursor = None
    scope = appointments.ListScope(patient=appointments.ListScope.PatientCase(value=ClinicTests.patient))
    while True:
        request = appointments.ListRequest(scope=scope, page_size=200, cursor=cursor)
        page = _until_answered(account, appointments.APPOINTMENTS_BOARD_LIST, request, "ana", appointments.AppointmentsPage)
        if page is None:
            account.problems.append("the list was refused")
            return
        found.update(each.id for each in page.appointments)
        if not page.HasField("next"):
            break
        cursor = page.next
    lost = set(account.booked) - found
    if lost:
        account.problems.append(f"{len(lost)} of {len(account.booked)} confirmed bookings are lost")
