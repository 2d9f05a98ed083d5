"""Every kind of board, and every way in which a call ends, against the real svc-echo."""
import os
import time
import unittest

from connection import END, Connection, Frame, frame
from echo_case import NOT_DISPATCHED, EchoTestCase, echo, payload
from exported import wire

HOUR_NS = 3_600_000_000_000


def count(number: int, delay: int | None = None) -> bytes:
    return echo.CountRequest(count=number, delay=delay).SerializeToString()


def say(text: str) -> echo.EchoCommand:
    return echo.EchoCommand(say=echo.EchoCommand.SayCase(value=text))


class OneOutputTests(EchoTestCase):
    def test_unary(self) -> None:
        connection = self.opened()
        for data in [b"", b"x" * 64, os.urandom(1 << 20)]:
            got = connection.call(echo.ECHO_BOARD_ECHO, payload(data))
            self.assertTrue(got.flags & END)
            output = echo.EchoPayload.FromString(got.body)
            self.assertTrue(output.HasField("bytes"), "a required field was left out")
            self.assertEqual(output.bytes, data)

    def test_ten_thousand_at_once(self) -> None:
        connection = self.opened()
        other = self.opened()
        calls = [connection.activation(echo.ECHO_BOARD_ECHO, payload(str(i).encode()), END)[0] for i in range(10_000)]
        connection.send(b"".join(calls))
        self.assert_echoes(other)
        answered = set()
        for _ in range(10_000):
            got = connection.receive()
            self.assertTrue(got.is_terminal)
            if got.type == "FAIL":
                self.assert_fails(got, wire.FAILURE_CODE_EXHAUSTED, NOT_DISPATCHED)
            answered.add(got.stream)
        self.assertEqual(len(answered), 10_000)

    def test_refusals_are_typed(self) -> None:
        connection = self.opened()
        got = connection.call(echo.ECHO_BOARD_REFUSE, echo.EchoRefusalKindValue(value=echo.EchoRefusal.KIND_TOO_LONG))
        self.assertEqual(got.type, "REFUSE")
        refusal = echo.EchoRefusal.FromString(got.body)
        self.assertEqual(refusal.WhichOneof("kind"), "too_long")
        self.assertEqual(refusal.too_long.limit, 64)
        got = connection.call(echo.ECHO_BOARD_REFUSE, echo.EchoRefusalKindValue(value=echo.EchoRefusal.KIND_UNWILLING))
        self.assertEqual(echo.EchoRefusal.FromString(got.body).WhichOneof("kind"), "unwilling")

    def test_failures(self) -> None:
        connection = self.opened()
        got = connection.call(999)
        self.assert_fails(got, wire.FAILURE_CODE_UNIMPLEMENTED, NOT_DISPATCHED)
        self.assert_echoes(connection)

    def test_inputs_that_do_not_parse(self) -> None:
        connection = self.opened()
        for body in [b"\x0a\x05abc", b"", b"\x08\x01", b"\xff" * 12, b"\x0a"]:
            self.assert_fails(connection.call(echo.ECHO_BOARD_ECHO, body), wire.FAILURE_CODE_INVALID, NOT_DISPATCHED)
        for number in [77, 0]:
            got = connection.call(echo.ECHO_BOARD_REFUSE, echo.EchoRefusalKindValue(value=number))
            self.assert_fails(got, wire.FAILURE_CODE_INVALID, NOT_DISPATCHED)
        self.assert_echoes(connection)

    def test_unknown_fields_are_skipped(self) -> None:
        got = self.opened().call(echo.ECHO_BOARD_ECHO, payload(b"x").SerializeToString() + bytes.fromhex("a2060161 b80601"))
        self.assertEqual(echo.EchoPayload.FromString(got.body).bytes, b"x")

    def test_metadata(self) -> None:
        metadata = wire.Metadata(
            deadline=time.monotonic_ns() + 10**10, traceparent="00-x", session="s", idempotency_key="k", attempt=2)
        got = self.opened().call(echo.ECHO_BOARD_ECHO, payload(b"m"), metadata)
        self.assertEqual(echo.EchoPayload.FromString(got.body).bytes, b"m")

    def test_ping(self) -> None:
        connection = self.opened()
        connection.send(frame("PING", b"\x00\xffabcdef"))
        self.assertEqual(connection.expect("PONG").body, b"\x00\xffabcdef")


class ManyOutputsTests(EchoTestCase):
    def test_many_outputs_wait_for_credit(self) -> None:
        connection = self.opened(limits=wire.PeerLimits(frame_bytes=1 << 20, streams=100, output_credit=3))
        stream = connection.activate(echo.ECHO_BOARD_COUNT, count(7), END)
        for expected in range(3):
            got = connection.expect("OUTPUT", stream=stream)
            self.assertEqual(echo.IntValue.FromString(got.body).value, expected)
        self.assertTrue(connection.is_silent(0.3))
        connection.grant(stream, 100)
        bodies, last = connection.outputs(stream)
        self.assertEqual([echo.IntValue.FromString(body).value for body in bodies], [3, 4, 5, 6])
        self.assertEqual((last.type, last.message.done), ("COMPLETE", True))

    def test_no_outputs(self) -> None:
        connection = self.opened()
        bodies, last = connection.outputs(connection.activate(echo.ECHO_BOARD_COUNT, count(0), END))
        self.assertEqual((bodies, last.type), ([], "COMPLETE"))

    def test_cancel(self) -> None:
        connection = self.opened()
        stream = connection.activate(echo.ECHO_BOARD_COUNT, count(5, HOUR_NS), END)
        connection.cancel(stream)
        self.assert_fails(connection.expect("FAIL", stream=stream), wire.FAILURE_CODE_CANCELLED)
        # Late frames on a closed stream are ignored.
        connection.cancel(stream)
        connection.grant(stream, 1)
        connection.finish(stream)
        self.assert_echoes(connection)

    def test_deadline(self) -> None:
        connection = self.opened()
        got = connection.call(echo.ECHO_BOARD_ECHO, payload(b""), wire.Metadata(deadline=time.monotonic_ns() - 1))
        self.assert_fails(got, wire.FAILURE_CODE_DEADLINE_EXCEEDED, NOT_DISPATCHED)
        soon = wire.Metadata(deadline=time.monotonic_ns() + 200_000_000)
        stream = connection.activate(echo.ECHO_BOARD_COUNT, count(5, HOUR_NS), END, soon)
        self.assert_fails(connection.expect("FAIL", stream=stream), wire.FAILURE_CODE_DEADLINE_EXCEEDED)

    def test_a_client_that_vanishes_or_never_reads(self) -> None:
        silent = self.opened()
        silent.grant(silent.activate(echo.ECHO_BOARD_COUNT, count(1_000_000), END), 1_000_000)
        gone = self.opened()
        gone.activate(echo.ECHO_BOARD_COUNT, count(1_000_000, 1_000_000), END)
        gone.close()
        for _ in range(20):
            self.assert_echoes(self.opened())


class CommandTests(EchoTestCase):
    def test_conversation(self) -> None:
        shout = echo.EchoCommand(shout=echo.EchoCommand.ShoutCase(text="hi", times=2))
        bodies, last = self.opened().converse(echo.ECHO_BOARD_CONVERSE, echo.StringValue(value="hello"), [say("één"), shout])
        self.assertEqual([echo.StringValue.FromString(body).value for body in bodies], ["hello", "één", "HIHI"])
        self.assertEqual((last.type, last.message.done), ("COMPLETE", True))

    def test_a_board_that_is_not_done(self) -> None:
        connection = self.opened()
        stream = connection.activate(echo.ECHO_BOARD_CONVERSE, echo.StringValue(value=""))
        self.wait_for_credit(connection, stream)
        connection.command(stream, echo.EchoCommand(pause=echo.EchoCommand.PauseCase()))
        last = connection.outputs(stream)[1]
        self.assertEqual((last.type, last.message.done), ("COMPLETE", False))

    def test_a_command_that_is_none(self) -> None:
        connection = self.opened()
        stream = connection.activate(echo.ECHO_BOARD_CONVERSE, echo.StringValue(value=""))
        self.wait_for_credit(connection, stream)
        connection.command(stream, echo.EchoCommand())
        self.assert_fails(connection.outputs(stream)[1], wire.FAILURE_CODE_INVALID)
        self.assert_echoes(connection)

    def wait_for_credit(self, connection: Connection, stream: int) -> Frame:
        while (got := connection.expect("CREDIT", "OUTPUT", stream=stream)).type != "CREDIT":
            pass
        return got


if __name__ == "__main__":
    unittest.main()
