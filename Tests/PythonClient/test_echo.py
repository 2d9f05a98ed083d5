"""Every frame and rule of the wire that a consumer sees, against the real svc-echo."""
import os
import time
import unittest

from connection import END, Connection, Contract, Frame, frame
from daemon import Daemon
from schema import WIRE, encode_field, fields

ECHO = Contract("Tests/Benchmarks/EchoIO/Echo.contract.json")
CODES = WIRE.enums["FailureCode"]
OUTCOMES = WIRE.enums["DeliveryOutcome"]


def payload(data):
    return encode_field(1, "bytes", data)


def count(number, delay_ns=None):
    return encode_field(1, "sint64", number) + (b"" if delay_ns is None else encode_field(2, "int64", delay_ns))


def text(value):
    return encode_field(1, "string", value)


def say(value):
    return encode_field(1, "bytes", text(value))


def only(body):
    """The one field of a message."""
    values = list(fields(body))
    assert len(values) == 1, values
    return values[0]


class EchoTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon("svc-echo")

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        cls.daemon.remove()

    def connect(self):
        connection = Connection(self.daemon.path, ECHO, "echo")
        self.addCleanup(connection.close)
        return connection

    def opened(self, **changes):
        connection = self.connect()
        connection.open(**changes)
        return connection

    def assert_fails(self, got, code, outcome=None):
        self.assertEqual(got.type, "FAIL", got)
        fail = got.message
        self.assertEqual(fail["code"], CODES["FAILURE_CODE_" + code], fail)
        if outcome:
            self.assertEqual(fail["outcome"], OUTCOMES["DELIVERY_OUTCOME_" + outcome], fail)
        self.assertTrue(fail["message"])

    def assert_echoes(self, connection):
        stream = connection.activate("echo", payload(b"still here"), END)
        got = connection.expect("OUTPUT", stream=stream)
        self.assertEqual(only(got.body)[2], b"still here")


class HandshakeTests(EchoTestCase):
    def test_welcome(self):
        welcome = self.connect().open()
        self.assertEqual(welcome["provider"], "echo")
        self.assertEqual(welcome["fingerprint"], ECHO.fingerprint)
        self.assertEqual(welcome["generation"], 0)
        self.assertEqual(welcome["limits"]["frame_bytes"], 16 << 20)
        self.assertGreaterEqual(welcome["limits"]["streams"], 10_000)

    def test_activations_pipelined_behind_hello(self):
        connection = self.connect()
        frames = [connection.activation("echo", payload(bytes([i])), END)[0] for i in range(256)]
        connection.send(connection.hello() + b"".join(frames))
        connection.expect("WELCOME")
        self.assertEqual(sorted(only(connection.receive().body)[2][0] for _ in range(256)), list(range(256)))

    def test_more_than_may_come_before_welcome_is_a_violation_or_served(self):
        # The provider may have answered HELLO before the rest is read: then nothing is early.
        connection = self.connect()
        frames = [connection.activation("echo", payload(b"x"), END)[0] for _ in range(300)]
        connection.send(b"".join([connection.hello()] + frames))
        first = connection.receive()
        self.assertIn(first.type, ("WELCOME", "FAIL"))

    def test_byte_by_byte(self):
        connection = self.connect()
        data = connection.hello() + connection.activation("echo", payload(b"slow"), END)[0]
        for byte in data:
            connection.send(bytes([byte]))
        connection.expect("WELCOME")
        self.assertEqual(only(connection.expect("OUTPUT", stream=1).body)[2], b"slow")

    def test_wrong_provider_is_rejected(self):
        connection = self.connect()
        connection.send(connection.hello(provider="maps"))
        reject = connection.expect("REJECT").message
        self.assertEqual(reject["code"], CODES["FAILURE_CODE_UNDECLARED"])
        self.assertEqual(connection.until_end(), [])

    def test_wrong_version_is_rejected(self):
        connection = self.connect()
        connection.send(connection.hello(version=99))
        self.assertEqual(connection.expect("REJECT").message["code"], CODES["FAILURE_CODE_INCOMPATIBLE"])

    def test_another_contract_is_asked_for(self):
        connection = self.connect()
        connection.send(connection.hello(fingerprint="0" * 64))
        self.assertIsNone(connection.expect("DESCRIBE").message["contract"])
        contract = ECHO.message() | {"fingerprint": "0" * 64}
        connection.send(frame("DESCRIBE", WIRE.encode("Describe", {"contract": contract})))
        connection.expect("WELCOME")
        self.assert_echoes(connection)

    def test_a_breaking_contract_is_rejected_with_the_list(self):
        connection = self.connect()
        connection.send(connection.hello(fingerprint="1" * 64))
        connection.expect("DESCRIBE")
        contract = ECHO.message() | {"fingerprint": "1" * 64}
        contract["boards"][0]["input"] = "Bool"
        connection.send(frame("DESCRIBE", WIRE.encode("Describe", {"contract": contract})))
        reject = connection.expect("REJECT").message
        self.assertEqual(reject["code"], CODES["FAILURE_CODE_INCOMPATIBLE"])
        self.assertTrue(any("echo" in line for line in reject["incompatibilities"]), reject)

    def test_silence_is_ended(self):
        connection = self.connect()
        started = time.monotonic()
        connection.until_end()
        self.assertLess(time.monotonic() - started, 15)


class CallTests(EchoTestCase):
    def test_unary(self):
        connection = self.opened()
        for data in [b"", b"x" * 64, os.urandom(1 << 20)]:
            stream = connection.activate("echo", payload(data), END)
            got = connection.expect("OUTPUT", stream=stream)
            self.assertTrue(got.flags & END)
            self.assertEqual(only(got.body)[2], data)

    def test_ten_thousand_at_once(self):
        connection = self.opened()
        other = self.opened()
        connection.send(b"".join(connection.activation("echo", payload(str(i).encode()), END)[0] for i in range(10_000)))
        self.assert_echoes(other)
        answered = set()
        for _ in range(10_000):
            got = connection.receive()
            self.assertTrue(got.is_terminal)
            if got.type == "FAIL":
                self.assert_fails(got, "EXHAUSTED", "NOT_DISPATCHED")
            answered.add(got.stream)
        self.assertEqual(len(answered), 10_000)

    def test_many_outputs_wait_for_credit(self):
        connection = self.opened(limits={"frame_bytes": 1 << 20, "streams": 100, "output_credit": 3})
        stream = connection.activate("count", count(7), END)
        for expected in range(3):
            self.assertEqual(only(connection.expect("OUTPUT", stream=stream).body)[2], expected << 1)
        self.assertTrue(connection.is_silent(0.3))
        connection.send(frame("CREDIT", WIRE.encode("Credit", {"count": 100}), stream=stream))
        bodies, last = connection.outputs(stream)
        self.assertEqual([only(body)[2] >> 1 for body in bodies], [3, 4, 5, 6])
        self.assertEqual(last.type, "COMPLETE")
        self.assertTrue(last.message["done"])

    def test_no_outputs(self):
        connection = self.opened()
        bodies, last = connection.outputs(connection.activate("count", count(0), END))
        self.assertEqual((bodies, last.type), ([], "COMPLETE"))

    def test_conversation(self):
        connection = self.opened()
        stream = connection.activate("converse", text("hello"))
        granted = 0
        while granted == 0:
            got = connection.expect("CREDIT", "OUTPUT", stream=stream)
            if got.type == "CREDIT":
                granted += got.message["count"]
            else:
                self.assertEqual(only(got.body)[2], b"hello")
        shout = encode_field(2, "bytes", text("hi") + encode_field(2, "sint64", 2))
        connection.send(frame("COMMAND", say("één"), stream=stream) + frame("COMMAND", shout, stream=stream))
        connection.send(frame("FINISH", flags=END, stream=stream))
        bodies, last = self.without_credit(connection, stream)
        self.assertEqual([only(body)[2].decode() for body in bodies][-2:], ["één", "HIHI"])
        self.assertTrue(last.message["done"])

    def test_a_board_that_is_not_done(self):
        connection = self.opened()
        stream = connection.activate("converse", text(""))
        while connection.expect("CREDIT", "OUTPUT", stream=stream).type != "CREDIT":
            pass
        connection.send(frame("COMMAND", encode_field(3, "bytes", b""), stream=stream))
        last = self.without_credit(connection, stream)[1]
        self.assertEqual(last.type, "COMPLETE")
        self.assertFalse(last.message["done"])

    def without_credit(self, connection, stream):
        bodies = []
        while True:
            got = connection.expect("CREDIT", "OUTPUT", "COMPLETE", "FAIL", stream=stream)
            if got.type == "OUTPUT":
                bodies.append(got.body)
            if got.is_terminal:
                return bodies, got

    def test_cancel(self):
        connection = self.opened()
        stream = connection.activate("count", count(5, 60_000_000_000), END)
        connection.send(frame("CANCEL", flags=END, stream=stream))
        self.assert_fails(connection.expect("FAIL", stream=stream), "CANCELLED")
        # Late frames on a closed stream are ignored.
        connection.send(frame("CANCEL", flags=END, stream=stream))
        connection.send(frame("CREDIT", WIRE.encode("Credit", {"count": 1}), stream=stream))
        connection.send(frame("FINISH", flags=END, stream=stream))
        self.assert_echoes(connection)

    def test_refuse(self):
        connection = self.opened()
        stream = connection.activate("refuse", encode_field(1, "uint64", 2), END)
        number, _, value = only(connection.expect("REFUSE", stream=stream).body)
        self.assertEqual((number, only(value)[2] >> 1), (2, 64))
        stream = connection.activate("refuse", encode_field(1, "uint64", 1), END)
        self.assertEqual(only(connection.expect("REFUSE", stream=stream).body)[0], 1)

    def test_unknown_board(self):
        connection = self.opened()
        stream = connection.activate(999, b"", END)
        self.assert_fails(connection.expect("FAIL", stream=stream), "UNIMPLEMENTED", "NOT_DISPATCHED")
        self.assert_echoes(connection)

    def test_inputs_that_do_not_parse(self):
        connection = self.opened()
        for body in [b"\x0a\x05abc", b"", b"\x08\x01", b"\xff" * 12, encode_field(1, "bytes", b"")[:1]]:
            stream = connection.activate("echo", body, END)
            self.assert_fails(connection.expect("FAIL", stream=stream), "INVALID", "NOT_DISPATCHED")
        stream = connection.activate("refuse", encode_field(1, "uint64", 77), END)
        self.assert_fails(connection.expect("FAIL", stream=stream), "INVALID", "NOT_DISPATCHED")
        self.assert_echoes(connection)

    def test_deadline(self):
        connection = self.opened()
        stream = connection.activate("echo", payload(b""), END, {"deadline": time.monotonic_ns() - 1})
        self.assert_fails(connection.expect("FAIL", stream=stream), "DEADLINE_EXCEEDED", "NOT_DISPATCHED")
        stream = connection.activate("count", count(5, 60_000_000_000), END, {"deadline": time.monotonic_ns() + 200_000_000})
        self.assert_fails(connection.expect("FAIL", stream=stream), "DEADLINE_EXCEEDED")

    def test_metadata(self):
        connection = self.opened()
        metadata = {"deadline": time.monotonic_ns() + 10**10, "traceparent": "00-x", "session": "s", "idempotency_key": "k", "attempt": 2}
        stream = connection.activate("echo", payload(b"m"), END, metadata)
        self.assertEqual(only(connection.expect("OUTPUT", stream=stream).body)[2], b"m")

    def test_ping(self):
        connection = self.opened()
        connection.send(frame("PING", b"\x00\xffabcdef"))
        self.assertEqual(connection.expect("PONG").body, b"\x00\xffabcdef")

    def test_a_client_that_vanishes_or_never_reads(self):
        silent = self.opened()
        silent.activate("count", count(1_000_000), END)
        silent.send(frame("CREDIT", WIRE.encode("Credit", {"count": 1_000_000}), stream=1))
        gone = self.opened()
        gone.activate("count", count(1_000_000, 1_000_000), END)
        gone.close()
        for _ in range(20):
            self.assert_echoes(self.opened())


class ViolationTests(EchoTestCase):
    """FAIL on stream 0 with the reason, then the end; and nobody else notices."""

    def assert_ended(self, connection, codes=("VIOLATION",)):
        frames = connection.until_end()
        self.assertTrue(frames, "closed without a word")
        last = frames[-1]
        self.assertEqual((last.type, last.stream), ("FAIL", 0), frames)
        self.assertIn(last.message["code"], [CODES["FAILURE_CODE_" + code] for code in codes], last.message)
        self.assertTrue(last.message["message"])

    def setUp(self):
        self.other = self.opened()

    def tearDown(self):
        self.assert_echoes(self.other)

    def violate(self, data, **kinds):
        with self.subTest(data=data[:40]):
            connection = self.opened()
            connection.send(data)
            self.assert_ended(connection, **kinds)

    def test_frames_that_are_none(self):
        for data in [
            bytes.fromhex("0700000010000000"), bytes.fromhex("080000007f000000 00000000"),
            bytes.fromhex("0800000010800000 00000000"), bytes.fromhex("0800000010040000 01000000"),
            bytes.fromhex("0800000017020000 01000000"), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]:
            self.violate(data, codes=("VIOLATION", "TOO_LARGE"))

    def test_a_frame_over_the_limit(self):
        self.violate((16 * 1024 * 1024 + 1).to_bytes(4, "little"), codes=("VIOLATION", "TOO_LARGE"))

    def test_streams_that_go_backwards(self):
        self.violate(frame("ACTIVATE", b"", END, 1, 5) + frame("ACTIVATE", b"", END, 1, 4))
        self.violate(frame("ACTIVATE", b"", END, 1, 0))

    def test_frames_on_streams_that_were_never_opened(self):
        for name, body in [("CANCEL", b""), ("FINISH", b""), ("COMMAND", b""), ("CREDIT", WIRE.encode("Credit", {"count": 1}))]:
            self.violate(frame(name, body, stream=77))

    def test_an_unpaid_command(self):
        connection = self.opened()
        stream = connection.activate("converse", text(""))
        connection.send(b"".join(frame("COMMAND", say("x"), stream=stream) for _ in range(5_000)))
        self.assert_ended(connection)

    def test_what_only_a_provider_sends(self):
        for name in ["WELCOME", "OUTPUT", "COMPLETE", "REFUSE", "DRAIN"]:
            self.violate(frame(name, b""))

    def test_a_second_hello(self):
        connection = self.opened()
        connection.send(connection.hello())
        self.assert_ended(connection)

    def test_before_hello(self):
        for data in [frame("ACTIVATE", b"", END, 1, 1), frame("PING", b"12345678"), os.urandom(4096)]:
            connection = self.connect()
            connection.send(data)
            frames = connection.until_end()
            self.assertTrue(all(got.type in ("FAIL", "REJECT") for got in frames), frames)
            self.assertTrue(frames, "closed without a word")

    def test_a_hello_that_does_not_parse(self):
        connection = self.connect()
        connection.send(frame("HELLO", b"\x08"))
        frames = connection.until_end()
        self.assertIn(frames[-1].type, ("FAIL", "REJECT"))

    def test_half_a_frame_and_silence(self):
        for beginning in [b"", b"\x10", bytes.fromhex("00000001 11 00 0000 01000000")]:
            connection = self.opened()
            connection.send(beginning)
            self.assert_echoes(self.other)


class DrainTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon("svc-echo")
        self.addCleanup(self.daemon.remove)
        self.addCleanup(self.daemon.stop)

    def test_sigterm_finishes_what_was_accepted(self):
        connection = Connection(self.daemon.path, ECHO, "echo")
        self.addCleanup(connection.close)
        connection.open()
        stream = connection.activate("count", count(5, 100_000_000), END)
        connection.expect("OUTPUT", stream=stream)
        self.daemon.terminate()
        phases, outputs, last = [], 1, None
        while last is None or len(phases) < 2:
            got = connection.receive()
            if got.type == "DRAIN":
                phases.append(got.message)
            elif got.type == "PING":
                connection.send(frame("PONG", got.body))
            elif got.type == "OUTPUT":
                outputs += 1
            else:
                self.assertEqual((got.type, got.stream), ("COMPLETE", stream))
                last = got
        self.assertEqual([phase["phase"] for phase in phases], [1, 2])
        self.assertEqual(phases[1]["last_stream"], stream)
        self.assertEqual(outputs, 5)
        self.assertEqual(connection.until_end(), [])
        self.assertEqual(self.daemon.wait(), 0)

    def test_an_idle_daemon_ends_at_once(self):
        connection = Connection(self.daemon.path, ECHO, "echo")
        self.addCleanup(connection.close)
        connection.open()
        self.daemon.terminate()
        frames: list[Frame] = []
        while not frames or frames[-1].type != "PING":
            frames.append(connection.receive())
        connection.send(frame("PONG", frames[-1].body))
        rest = connection.until_end()
        self.assertEqual([got.message["phase"] for got in frames + rest if got.type == "DRAIN"], [1, 2])
        self.assertEqual(self.daemon.wait(), 0)


if __name__ == "__main__":
    unittest.main()
