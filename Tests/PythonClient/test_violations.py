"""What breaks the rules of the wire, and what a daemon does on its way out, against the real svc-echo."""
import os
import unittest

from connection import END, Connection, Frame, frame
from daemon import Daemon
from echo_case import EchoTestCase, echo, payload
from exported import wire
from test_calls import count, say

VIOLATION, TOO_LARGE = wire.FAILURE_CODE_VIOLATION, wire.FAILURE_CODE_TOO_LARGE


class ViolationTests(EchoTestCase):
    """FAIL on stream 0 with the reason, then the end; and nobody else notices."""

    def assert_ended(self, connection: Connection, *codes: int) -> None:
        frames = connection.until_end()
        self.assertTrue(frames, "closed without a word")
        last = frames[-1]
        self.assertEqual((last.type, last.stream), ("FAIL", 0), frames)
        self.assertIn(last.message.code, codes or (VIOLATION,), last.message)
        self.assertTrue(last.message.message)

    def setUp(self) -> None:
        self.other = self.opened()

    def tearDown(self) -> None:
        self.assert_echoes(self.other)

    def violate(self, data: bytes, *codes: int) -> None:
        with self.subTest(data=data[:40]):
            connection = self.opened()
            connection.send(data)
            self.assert_ended(connection, *codes)

    def test_frames_that_are_none(self) -> None:
        for data in [
            bytes.fromhex("0700000010000000"), bytes.fromhex("080000007f000000 00000000"),
            bytes.fromhex("0800000010800000 00000000"), bytes.fromhex("0800000010040000 01000000"),
            bytes.fromhex("0800000017020000 01000000"), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]:
            self.violate(data, VIOLATION, TOO_LARGE)

    def test_a_frame_over_the_limit(self) -> None:
        self.violate((16 * 1024 * 1024 + 1).to_bytes(4, "little"), VIOLATION, TOO_LARGE)

    def test_streams_that_go_backwards(self) -> None:
        self.violate(frame("ACTIVATE", b"", END, 1, 5) + frame("ACTIVATE", b"", END, 1, 4))
        self.violate(frame("ACTIVATE", b"", END, 1, 0))

    def test_frames_on_streams_that_were_never_opened(self) -> None:
        for name, body in [("CANCEL", b""), ("FINISH", b""), ("COMMAND", b""), ("CREDIT", wire.Credit(count=1))]:
            self.violate(frame(name, body, stream=77))

    def test_an_unpaid_command(self) -> None:
        connection = self.opened()
        stream = connection.activate(echo.ECHO_BOARD_CONVERSE, echo.StringValue(value=""))
        connection.send(b"".join(frame("COMMAND", say("x"), stream=stream) for _ in range(5_000)))
        self.assert_ended(connection)

    def test_what_only_a_provider_sends(self) -> None:
        for name in ["WELCOME", "OUTPUT", "COMPLETE", "REFUSE", "DRAIN"]:
            self.violate(frame(name, b""))

    def test_a_second_hello(self) -> None:
        connection = self.opened()
        connection.send(connection.hello())
        self.assert_ended(connection)

    def test_before_hello(self) -> None:
        for data in [frame("ACTIVATE", b"", END, 1, 1), frame("PING", b"12345678"), os.urandom(4096)]:
            connection = self.connect()
            connection.send(data)
            frames = connection.until_end()
            self.assertTrue(all(got.type in ("FAIL", "REJECT") for got in frames), frames)
            self.assertTrue(frames, "closed without a word")

    def test_a_hello_that_does_not_parse(self) -> None:
        connection = self.connect()
        connection.send(frame("HELLO", b"\x08"))
        self.assertIn(connection.until_end()[-1].type, ("FAIL", "REJECT"))

    def test_half_a_frame_and_silence(self) -> None:
        for beginning in [b"", b"\x10", bytes.fromhex("00000001 11 00 0000 01000000")]:
            connection = self.opened()
            connection.send(beginning)
            self.assert_echoes(self.other)


class DrainTests(unittest.TestCase):
    def setUp(self) -> None:
        self.daemon = Daemon("svc-echo")
        self.addCleanup(self.daemon.remove)
        self.addCleanup(self.daemon.stop)

    def opened(self) -> Connection:
        connection = Connection(self.daemon.path, "echo", "echo")
        self.addCleanup(connection.close)
        connection.open()
        return connection

    def test_sigterm_finishes_what_was_accepted_and_moves_streams(self) -> None:
        connection = self.opened()
        endless = connection.activate(echo.ECHO_BOARD_COUNT, count(1_000_000, 100_000_000), END)
        pause = echo.PauseRequest(duration=500_000_000, bytes=3)
        stream = connection.activate(echo.ECHO_BOARD_PAUSE, pause, END)
        connection.expect("OUTPUT", stream=endless)
        self.daemon.terminate()
        phases, ends = [], {}
        while len(ends) < 2 or len(phases) < 2:
            got = connection.receive()
            if got.type == "DRAIN":
                phases.append(got.message)
            elif got.type == "PING":
                connection.send(frame("PONG", got.body))
            elif got.flags & END:
                ends[got.stream] = got
        self.assertEqual([phase.phase for phase in phases], [1, 2])
        self.assertEqual(phases[1].last_stream, stream)
        self.assertEqual((ends[endless].type, ends[endless].message.code), ("FAIL", wire.FAILURE_CODE_MOVED))
        self.assertEqual(list(ends), [endless, stream], "a stream that never ends is not waited for")
        self.assertEqual(echo.EchoPayload.FromString(ends[stream].body).bytes, bytes(3))
        self.assertEqual(connection.until_end(), [])
        self.assertEqual(self.daemon.wait(), 0)

    def test_an_idle_daemon_ends_at_once(self) -> None:
        connection = self.opened()
        self.daemon.terminate()
        frames: list[Frame] = []
        while not frames or frames[-1].type != "PING":
            frames.append(connection.receive())
        connection.send(frame("PONG", frames[-1].body))
        rest = connection.until_end()
        self.assertEqual([got.message.phase for got in frames + rest if got.type == "DRAIN"], [1, 2])
        self.assertEqual(self.daemon.wait(), 0)


class FrameTests(unittest.TestCase):
    def test_frames_as_the_wire_describes_them(self) -> None:
        self.assertEqual(frame("COMPLETE", flags=1, stream=1).hex(), "080000001301000001000000")
        self.assertEqual(frame("PING", bytes(range(8))).hex(), "1000000020000000000000000001020304050607")
        self.assertEqual(payload(b"").SerializeToString(), b"\x0a\x00")


if __name__ == "__main__":
    unittest.main()
