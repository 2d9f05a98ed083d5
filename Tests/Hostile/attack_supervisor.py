"""The supervisor's own socket, which every vertical has."""
import time

from attack import SUPERVISOR, attack
from boards import supervisor
from connection import END, Connection, frame
from exported import wire
from process_figures import kill
from stage import CUT_OFF, Stage

#: Within this a daemon that was killed serves again, in seconds.
_BACK: float = 5.0
_LOG_BYTES: int = 20 << 20


def _maps(connection: Connection) -> tuple[int, str]:
    """The process that runs maps, and its state."""
    got = connection.call(
        supervisor.SUPERVISOR_BOARD_STATUS, supervisor.VerticalSelection(names=["maps"]))
    assert got.type == "OUTPUT", got
    [status] = supervisor.VerticalStatusList.FromString(got.body).value
    return status.pid, supervisor.VerticalState.Name(status.state)


def _kill_and_await(stage: Stage, connection: Connection) -> None:
    """Kills maps; says so where no other process serves it after a while."""
    before, state = _maps(connection)
    if before <= 1:
        stage.complaints.append(f"maps does not run, before it was killed: {state}")
        return
    kill(before)
    started = time.monotonic()
    while time.monotonic() - started < _BACK:
        pid, state = _maps(connection)
        if pid not in (0, before) and state.endswith("READY"):
            return
        time.sleep(0.05)
    stage.complaints.append(f"maps was killed and did not come back within {_BACK:.0f} s: {state}")


@attack("control-connections", (SUPERVISOR,), longer=5, soak=False)
def control_connections(stage: Stage) -> None:
    """A thousand idle connections to the supervisor's own socket; maps is killed meanwhile, and has to come back."""
    good = stage.target.good_connection()
    while stage.effort["connections"] < 1100 and stage.left > stage.seconds / 2:
        stage.connect()
    _kill_and_await(stage, good)


@attack("control-welcomed", (SUPERVISOR,), longer=5, soak=False)
def control_welcomed(stage: Stage) -> None:
    """The same with HELLO on each, over the sockets of three verticals."""
    good = stage.target.good_connection()
    try:
        stage.opened(1100)
    finally:
        _kill_and_await(stage, good)


@attack("logs-loop", (SUPERVISOR,), longer=3)
def logs_loop(stage: Stage) -> None:
    """Logs of 20 MiB, asked for over and over on four connections, by a vertical whose logs they are."""
    [folder] = [path for path in (stage.target.suite.home / "logs").rglob("*") if path.is_file() and "maps" in path.name][:1] or [None]
    if folder is not None:
        with open(folder, "ab") as log:
            log.write((b"a line of a log that says nothing, over and over again, for the sake of its length\n" * 13) * (_LOG_BYTES // 1079))
    ask = supervisor.LogRequest(names=[], follow=False).SerializeToString()
    crowd = stage.crowd(4, limits=wire.PeerLimits(frame_bytes=16 << 20, streams=1000, output_credit=100_000))
    for stream in range(1, 51):
        crowd.send(frame("ACTIVATE", ask, END, supervisor.SUPERVISOR_BOARD_LOGS, stream))
    crowd.run(stage.end, reading=1 << 18)
    stage.held.append(crowd)


@attack("logs-unread", (SUPERVISOR,), longer=2)
def logs_unread(stage: Stage) -> None:
    """The same, followed, a thousand times, and nothing read."""
    ask = supervisor.LogRequest(names=[], follow=True).SerializeToString()
    crowd = stage.crowd(10)
    crowd.send(b"".join(frame("ACTIVATE", ask, END, supervisor.SUPERVISOR_BOARD_LOGS, stream) for stream in range(1, 101)))
    crowd.run(stage.end)
    stage.wait(stage.left)
    stage.held.append(crowd)


@attack("not-the-operator", (SUPERVISOR,))
def not_the_operator(stage: Stage) -> None:
    """A vertical stops, starts and restarts everything, and takes the suite down: only the operator may."""
    boards = {
        supervisor.SUPERVISOR_BOARD_STOP: supervisor.VerticalSelection(),
        supervisor.SUPERVISOR_BOARD_RESTART: supervisor.RestartRequest(),
        supervisor.SUPERVISOR_BOARD_DOWN: supervisor.DownRequest(),
        supervisor.SUPERVISOR_BOARD_START: supervisor.VerticalSelection(names=["\x1b[2J", "../maps", "x" * 100_000]),
    }
    while not stage.is_over:
        for connection in stage.opened():
            for board, body in boards.items():
                try:
                    if connection.call(board, body).type == "OUTPUT":
                        stage.complaints.append(f"a vertical was obeyed: board {board}")
                        return
                except CUT_OFF:
                    stage.effort["cut"] += 1
        stage.held.clear()


@attack("names-many", (SUPERVISOR,), longer=2)
def names_many(stage: Stage) -> None:
    """Questions that name one vertical a hundred thousand times, or one that nobody has by as many letters."""
    questions = [supervisor.VerticalSelection(names=["maps"] * 150_000), supervisor.VerticalSelection(names=["clinical-records@1"] * 50_000),
                 supervisor.VerticalSelection(names=["m"] + ["maps"] * 150_000), supervisor.VerticalSelection(names=["M" * 900_000])]
    boards = [supervisor.SUPERVISOR_BOARD_STATUS, supervisor.SUPERVISOR_BOARD_DESCRIBE, supervisor.SUPERVISOR_BOARD_STOP]
    connection = stage.opened(1)[0]
    while not stage.is_over:
        for question in questions:
            for board in boards:
                connection.call(board, question)
