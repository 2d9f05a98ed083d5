"""What the tests against svc-echo share."""
import unittest
from typing import Any

from connection import Connection, Frame
from daemon import Daemon
from exported import messages, wire

echo = messages("echo")


def payload(data: bytes) -> Any:
    return echo.EchoPayload(bytes=data)


class EchoTestCase(unittest.TestCase):
    daemon: Daemon

    @classmethod
    def setUpClass(cls) -> None:
        cls.daemon = Daemon("svc-echo")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.daemon.stop()
        cls.daemon.remove()

    def connect(self) -> Connection:
        connection = Connection(self.daemon.path, "echo", "echo")
        self.addCleanup(connection.close)
        return connection

    def opened(self, **changes: Any) -> Connection:
        connection = self.connect()
        connection.open(**changes)
        return connection

    def assert_fails(self, got: Frame, code: int, outcome: int | None = None) -> None:
        self.assertEqual(got.type, "FAIL", got)
        fail = got.message
        self.assertEqual(fail.code, code, fail)
        if outcome is not None:
            self.assertEqual(fail.outcome, outcome, fail)
        self.assertTrue(fail.message)

    def assert_echoes(self, connection: Connection) -> None:
        got = connection.call(echo.ECHO_BOARD_ECHO, payload(b"still here"))
        self.assertEqual(echo.EchoPayload.FromString(got.body).bytes, b"still here", got)


NOT_DISPATCHED = wire.DELIVERY_OUTCOME_NOT_DISPATCHED
