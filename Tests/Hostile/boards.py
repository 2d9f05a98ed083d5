"""What each vertical has that an attacker could use: a large answer, a stream, a conversation, and Inputs to spoil."""
import time
from collections.abc import Callable
from dataclasses import dataclass

from exported import messages

echo = messages("echo")
maps = messages("maps")
authentication = messages("authentication")
records = messages("clinical_records")
appointments = messages("appointments")
supervisor = messages("supervisor")
introspection = messages("introspection")
_DAY_NS: int = 86_400_000_000_000


@dataclass(frozen=True)
class Call:
    board: int
    body: bytes


@dataclass(frozen=True)
class Conversation:
    board: int
    body: bytes
    #: A command of about so many bytes.
    command: Callable[[int], bytes]


@dataclass(frozen=True)
class Boards:
    #: The name of the exported file, and that of the vertical.
    interface: str
    provider: str
    #: One output, far larger than the Input.
    large: Call
    #: Many outputs, or one that takes for ever.
    stream: Call
    conversation: Conversation | None
    #: Inputs as they should be, to be spoiled.
    inputs: tuple[Call, ...]
    #: What a good client calls, and what costs next to nothing.
    cheap: Call = Call(introspection.INTROSPECTION_BOARD_PING, introspection.Ping(payload=b"good").SerializeToString())


CONTRACT: Call = Call(introspection.INTROSPECTION_BOARD_CONTRACT, introspection.ContractRequest().SerializeToString())


PING: int = introspection.INTROSPECTION_BOARD_PING


def ping(payload: bytes) -> bytes:
    """The Input of a ping, whose Output is as large."""
    return introspection.Ping(payload=payload).SerializeToString()


def _echo() -> Boards:
    stream = Call(echo.ECHO_BOARD_POUR, echo.PourRequest(count=1 << 40, bytes=1 << 16).SerializeToString())
    text = echo.StringValue(value="hello").SerializeToString()
    return Boards(
        "echo", "echo", CONTRACT, stream,
        Conversation(echo.ECHO_BOARD_CONVERSE, text, lambda size: echo.EchoCommand(
            say=echo.EchoCommand.SayCase(value="x" * size)).SerializeToString()),
        (Call(echo.ECHO_BOARD_ECHO, echo.EchoPayload(bytes=b"payload").SerializeToString()),
         Call(echo.ECHO_BOARD_COUNT, echo.CountRequest(count=3, delay=1000).SerializeToString()),
         Call(echo.ECHO_BOARD_CONVERSE, text), stream))


def _maps() -> Boards:
    near = maps.Coordinate(latitude=48.2, longitude=16.35)
    search = Call(maps.MAPS_BOARD_SEARCH_PLACES, maps.PlaceSearch(limit=500).SerializeToString())
    policies = maps.MapConfiguration.MapReturnSelectionPolicy
    pick = Call(maps.MAPS_BOARD_PICK_PLACE, maps.MapConfiguration(
        is_search_enabled=True, selection_policy=policies(show_details=policies.ShowDetailsCase(selectable=True))).SerializeToString())
    return Boards(
        "maps", "maps", search, pick,
        Conversation(pick.board, pick.body, lambda size: maps.MapCommand(
            search=maps.MapCommand.SearchCase(value="x" * size)).SerializeToString()),
        (search, pick, Call(maps.MAPS_BOARD_PLACE, maps.PlaceID(id="nowhere").SerializeToString()),
         Call(maps.MAPS_BOARD_SEARCH_PLACES, maps.PlaceSearch(text="hosp", near=near, within=9e5, limit=9).SerializeToString()),
         Call(maps.MAPS_BOARD_DIRECTIONS, maps.DirectionsRequest(
             **{"from": maps.Waypoint(coordinate=maps.Waypoint.CoordinateCase(value=near)),
                "to": maps.Waypoint(place=maps.Waypoint.PlaceCase(value="x"))}).SerializeToString())))


def _authentication() -> Boards:
    sign_in = authentication.SignIn(name="nobody", password="a password that nobody has").SerializeToString()
    nothing = authentication.Nothing().SerializeToString()
    return Boards(
        "authentication", "authentication", CONTRACT, Call(authentication.AUTHENTICATION_BOARD_WATCH_SESSIONS, nothing), None,
        (Call(authentication.AUTHENTICATION_BOARD_SIGN_IN, sign_in), Call(authentication.AUTHENTICATION_BOARD_SESSION, nothing),
         Call(authentication.AUTHENTICATION_BOARD_SIGN_UP, authentication.SignUp(code="x-y", password="z" * 12).SerializeToString()),
         Call(authentication.AUTHENTICATION_BOARD_INVITE, authentication.Invitation(
             name="x", role=authentication.ACCOUNT_ROLE_STAFF, wards=["a", "b"]).SerializeToString())))


def _records() -> Boards:
    history = records.HistoryRequest(patient="nobody", page_size=9)
    follow = Call(records.CLINICAL_RECORDS_BOARD_FOLLOW, records.FollowRequest(patient="nobody").SerializeToString())
    imported = records.BundleImport(name="x").SerializeToString()
    return Boards(
        "clinical_records", "clinical-records", CONTRACT, follow,
        Conversation(records.CLINICAL_RECORDS_BOARD_IMPORT_BUNDLE, imported,
                     lambda size: records.BytesValue(value=b" " * size).SerializeToString()),
        (follow, Call(records.CLINICAL_RECORDS_BOARD_MEDICAL_HISTORY, history.SerializeToString()),
         Call(records.CLINICAL_RECORDS_BOARD_SUMMARY, records.SummaryRequest(patient="nobody").SerializeToString()),
         Call(records.CLINICAL_RECORDS_BOARD_MINOR_HISTORY, records.MinorHistoryRequest(session="x", history=history).SerializeToString())))


def _appointments() -> Boards:
    now = time.time_ns()
    slots = Call(appointments.APPOINTMENTS_BOARD_SLOTS, appointments.SlotsRequest(
        until=now + 30 * _DAY_NS, page_size=500, **{"from": now}).SerializeToString())
    scope = appointments.FollowScope(all=appointments.FollowScope.AllCase())
    return Boards(
        "appointments", "appointments", slots,
        Call(appointments.APPOINTMENTS_BOARD_FOLLOW, appointments.FollowAppointments(scope=scope).SerializeToString()), None,
        (slots, Call(appointments.APPOINTMENTS_BOARD_BOOK, appointments.Booking(
            key=b"k" * 16, patient="p", clinic="fruit-street", practitioner="stein", start=now).SerializeToString()),
         Call(appointments.APPOINTMENTS_BOARD_CANCEL, appointments.Cancellation(appointment=b"a" * 16).SerializeToString()),
         Call(appointments.APPOINTMENTS_BOARD_EXPORT_CALENDAR, appointments.CalendarRequest(patient="p").SerializeToString())))


def _supervisor() -> Boards:
    describe = Call(supervisor.SUPERVISOR_BOARD_DESCRIBE, supervisor.VerticalSelection().SerializeToString())
    status = Call(supervisor.SUPERVISOR_BOARD_STATUS, supervisor.VerticalSelection(names=["maps"]).SerializeToString())
    return Boards(
        "supervisor", "supervisor", describe,
        Call(supervisor.SUPERVISOR_BOARD_LOGS, supervisor.LogRequest(names=["maps"], follow=True).SerializeToString()), None,
        (describe, status,
         Call(supervisor.SUPERVISOR_BOARD_OBITUARY, supervisor.ObituaryRequest(provider="maps", generation=1).SerializeToString())),
        cheap=status)


BOARDS: dict[str, Boards] = {
    "svc-echo": _echo(), "svc-maps": _maps(), "svc-maps-grid": _maps(), "svc-authentication": _authentication(),
    "svc-clinical-records": _records(), "svc-appointments": _appointments(), "svc-supervisor": _supervisor(),
}
