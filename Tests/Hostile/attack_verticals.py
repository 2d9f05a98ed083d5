"""What only one vertical can be made to do."""
import time

from attack import SUPERVISOR, attack
from boards import authentication, maps
from connection import END, Connection, frame
from exported import messages, wire
from stage import CUT_OFF, Stage

_PASSWORD: str = "a sentence that nobody guesses"


def _sign_in(connection: Connection, name: str) -> str:
    """Gives "ok", or what it was refused with."""
    got = connection.call(
        authentication.AUTHENTICATION_BOARD_SIGN_IN, authentication.SignIn(name=name, password=_PASSWORD))
    if got.type == "OUTPUT":
        return "ok"
    return str(authentication.AuthenticationRefusal.FromString(got.body).WhichOneof("kind")) if got.type == "REFUSE" else str(got.message)


def _account(stage: Stage) -> None:
    """Somebody who has an account, and has signed in from the good client's edge before."""
    code = (stage.target.folder / "state/operator-invitation").read_text().strip()
    connection = stage.target.good_connection()
    got = connection.call(
        authentication.AUTHENTICATION_BOARD_SIGN_UP, authentication.SignUp(code=code, password=_PASSWORD))
    connection.close()
    assert got.type == "OUTPUT" or got.type == "REFUSE", got


def _flood_of_names(stage: Stage, name: str | None) -> None:
    """Attempts as fast as they go; beside them the owner of an account signs in, and has to get in."""
    good = stage.target.good_connection()
    try:
        _account(stage)
    except FileNotFoundError:
        pass
    if (first := _sign_in(good, "operator")) != "ok":
        stage.complaints.append(f"the owner of the account could not sign in before the attack: {first}")
    crowd = stage.crowd(10)
    for number in range(1, 4001):
        attempt = authentication.SignIn(name=name or f"nobody-{number}", password="wrong wrong wrong").SerializeToString()
        crowd.send(frame("ACTIVATE", attempt, END, authentication.AUTHENTICATION_BOARD_SIGN_IN, number))
    answers: list[str] = []
    while not stage.is_over:
        crowd.run(time.monotonic() + 0.25, reading=1 << 16)
        answers.append(_sign_in(good, "operator"))
    if answers.count("ok") * 2 < len(answers):
        stage.complaints.append(f"the owner of an account was kept out {len(answers) - answers.count('ok')} of {len(answers)} times: "
                                f"{next(each for each in answers if each != 'ok')}")
    stage.held.append(crowd)


@attack("sign-in-flood", ("svc-authentication",), longer=3, soak=False)
def sign_in_flood(stage: Stage) -> None:
    """Forty thousand sign-ins with invented names; who has an account signs in meanwhile."""
    _flood_of_names(stage, None)


@attack("sign-in-somebody", ("svc-authentication",), longer=3, soak=False)
def sign_in_somebody(stage: Stage) -> None:
    """Sign-ins with the name of somebody who has an account, and wrong passwords; the owner signs in meanwhile."""
    _flood_of_names(stage, "operator")


@attack("sign-up-flood", ("svc-authentication",), longer=2)
def sign_up_flood(stage: Stage) -> None:
    """Sign-ups with invented codes, as fast as they go."""
    crowd = stage.crowd(4)
    for number in range(1, 5001):
        body = authentication.SignUp(code=f"aaaa-bbbb-{number:04}", password=_PASSWORD).SerializeToString()
        crowd.send(frame("ACTIVATE", body, END, authentication.AUTHENTICATION_BOARD_SIGN_UP, number))
    crowd.run(stage.end, reading=1 << 16)
    stage.held.append(crowd)


@attack("beyond-the-edge", (SUPERVISOR,))
def beyond_the_edge(stage: Stage) -> None:
    """As appointments, every board of maps and authentication: those that appointments does not declare are not its to call."""
    for name, provider, own in (("maps", "maps", {"search_places"}), ("authentication", "authentication", {"watch_sessions"})):
        module = messages(name)
        path = stage.target.suite.home / f"run/appointments/{provider}.sock"
        connection = Connection(path, name, provider)
        connection.open(consumer="appointments")
        prefix = f"{name.upper()}_BOARD_"
        for label, number in module.DESCRIPTOR.enum_types_by_name[f"{name.title()}Board"].values_by_name.items():
            board = label.removeprefix(prefix).lower()
            if board in own | {"unspecified"}:
                continue
            stream = connection.activate(number.number, b"", END)
            while (got := connection.receive()).stream != stream or not got.is_terminal:
                pass
            if got.type != "FAIL" or got.message.code != wire.FAILURE_CODE_UNDECLARED:
                stage.complaints.append(f"appointments may call {provider}.{board}: {got.type}")
        connection.close()


@attack("loads-unfinished", ("svc-maps", "svc-maps-grid"), longer=3)
def loads_unfinished(stage: Stage) -> None:
    """A thousand loads of places on ten connections, each with a piece of a document, and never finished."""
    load = maps.PlacesLoad(source=maps.PlacesLoad.SOURCE_COMMANDS, mode=maps.PlacesLoad.MODE_REPLACE).SerializeToString()
    piece = maps.BytesValue(value=b'{"type":"FeatureCollection","features":[' + b" " * (256 << 10)).SerializeToString()
    while not stage.is_over:
        for connection in stage.opened(10):
            try:
                streams = [connection.activate(maps.MAPS_BOARD_LOAD_PLACES, load) for _ in range(100)]
                granted = 0
                connection.socket.settimeout(0.3)
                while granted < len(streams):
                    got = connection.receive()
                    if got.type == "CREDIT":
                        granted += 1
                        stage.send(connection, frame("COMMAND", piece, stream=got.stream))
            except CUT_OFF:
                stage.effort["cut"] += 1
        stage.wait(stage.left)
