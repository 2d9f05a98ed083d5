"""HELLO, WELCOME, REJECT and DESCRIBE, against the real svc-echo."""
import time
import unittest
from typing import Any

from connection import END, frame
from echo_case import EchoTestCase, echo, payload
from exported import fingerprint, messages, wire

introspection = messages("introspection")


class HandshakeTests(EchoTestCase):
    def test_welcome(self) -> None:
        welcome = self.connect().open()
        self.assertEqual(welcome.provider, "echo")
        self.assertEqual(welcome.fingerprint, fingerprint("echo"))
        self.assertTrue(welcome.HasField("generation"), "a required field was left out")
        self.assertEqual(welcome.generation, 0)
        self.assertEqual(welcome.limits.frame_bytes, 16 << 20)
        self.assertGreaterEqual(welcome.limits.streams, 10_000)

    def test_activations_pipelined_behind_hello(self) -> None:
        connection = self.connect()
        frames = [connection.activation(echo.ECHO_BOARD_ECHO, payload(bytes([i])), END)[0] for i in range(256)]
        connection.send(connection.hello() + b"".join(frames))
        connection.expect("WELCOME")
        answers = [echo.EchoPayload.FromString(connection.receive().body).bytes for _ in range(256)]
        self.assertEqual(sorted(answers), [bytes([i]) for i in range(256)])

    def test_more_than_may_come_before_welcome_is_a_violation_or_served(self) -> None:
        # The provider may have answered HELLO before the rest is read: then nothing is early.
        connection = self.connect()
        frames = [connection.activation(echo.ECHO_BOARD_ECHO, payload(b"x"), END)[0] for _ in range(300)]
        connection.send(b"".join([connection.hello()] + frames))
        self.assertIn(connection.receive().type, ("WELCOME", "FAIL"))

    def test_byte_by_byte(self) -> None:
        connection = self.connect()
        for byte in connection.hello() + connection.activation(echo.ECHO_BOARD_ECHO, payload(b"slow"), END)[0]:
            connection.send(bytes([byte]))
        connection.expect("WELCOME")
        got = connection.expect("OUTPUT", stream=1)
        self.assertEqual(echo.EchoPayload.FromString(got.body).bytes, b"slow")

    def test_wrong_provider_is_rejected(self) -> None:
        connection = self.connect()
        connection.send(connection.hello(provider="maps"))
        self.assertEqual(connection.expect("REJECT").message.code, wire.FAILURE_CODE_UNDECLARED)
        self.assertEqual(connection.until_end(), [])

    def test_wrong_version_is_rejected(self) -> None:
        connection = self.connect()
        connection.send(connection.hello(version=99))
        self.assertEqual(connection.expect("REJECT").message.code, wire.FAILURE_CODE_INCOMPATIBLE)

    def contract(self) -> Any:
        """The contract, read from the running daemon."""
        got = self.opened().call(introspection.INTROSPECTION_BOARD_CONTRACT, introspection.ContractRequest())
        served = introspection.ServedContractList.FromString(got.body).value
        [found] = [contract for contract in served if contract.name == "Echo"]
        return wire.ContractDescriptor.FromString(found.descriptor)

    def test_a_contract_can_be_read_from_the_daemon(self) -> None:
        contract = self.contract()
        self.assertEqual(contract.fingerprint, fingerprint("echo"))
        exported = echo.DESCRIPTOR.services_by_name["Echo"].methods
        self.assertEqual([board.name.capitalize() for board in contract.boards], [method.name for method in exported])

    def test_another_contract_is_asked_for(self) -> None:
        contract = self.contract()
        connection = self.connect()
        connection.send(connection.hello(fingerprint="0" * 64))
        self.assertFalse(connection.expect("DESCRIBE").message.HasField("contract"))
        contract.fingerprint = "0" * 64
        connection.send(frame("DESCRIBE", wire.Describe(contract=contract)))
        connection.expect("WELCOME")
        self.assert_echoes(connection)

    def test_a_breaking_contract_is_rejected_with_the_list(self) -> None:
        contract = self.contract()
        connection = self.connect()
        connection.send(connection.hello(fingerprint="1" * 64))
        connection.expect("DESCRIBE")
        contract.fingerprint = "1" * 64
        contract.boards[0].input = "Bool"
        connection.send(frame("DESCRIBE", wire.Describe(contract=contract)))
        reject = connection.expect("REJECT").message
        self.assertEqual(reject.code, wire.FAILURE_CODE_INCOMPATIBLE)
        self.assertTrue(any("echo" in line for line in reject.incompatibilities), reject)

    def test_silence_is_ended(self) -> None:
        connection = self.connect()
        started = time.monotonic()
        connection.until_end()
        self.assertLess(time.monotonic() - started, 15)


if __name__ == "__main__":
    unittest.main()
