"""The encoder and decoder by themselves: bytes worked out by hand, and by stock protoc."""
import shutil
import subprocess
import unittest

from connection import Contract, frame
from schema import ROOT, WIRE, Invalid, unzigzag, varint, zigzag


class EncodingTests(unittest.TestCase):
    def test_varints(self):
        for value, expected in [(0, "00"), (127, "7f"), (128, "8001"), (300, "ac02"), ((1 << 64) - 1, "ffffffffffffffffff01")]:
            self.assertEqual(varint(value).hex(), expected)
        for value in [0, 1, -1, 63, -64, (1 << 63) - 1, -(1 << 63)]:
            self.assertEqual(unzigzag(zigzag(value)), value)

    def test_frames(self):
        self.assertEqual(frame("COMPLETE", flags=1, stream=1).hex(), "080000001301000001000000")
        self.assertEqual(frame("PING", bytes(range(8))).hex(), "1000000020000000000000000001020304050607")

    def test_schema_is_read_whole(self):
        self.assertEqual(len(WIRE.messages["Hello"]), 6)
        self.assertTrue(all(field.required for field in WIRE.messages["Hello"]))
        self.assertFalse(any(field.required for field in WIRE.messages["Metadata"]))
        self.assertEqual(WIRE.enums["FailureCode"]["FAILURE_CODE_VIOLATION"], 14)

    def test_required_and_unknown_fields(self):
        with self.assertRaises(Invalid):
            WIRE.decode("Complete", b"")
        with self.assertRaises(Invalid):
            WIRE.decode("Complete", b"\x08")
        self.assertEqual(WIRE.decode("Complete", bytes.fromhex("a20603616263 0801")), {"done": True})

    @unittest.skipUnless(shutil.which("protoc"), "protoc is not installed")
    def test_contract_as_protoc_reads_it(self):
        contract = Contract("Tests/Benchmarks/EchoIO/Echo.contract.json").message()
        encoded = WIRE.encode("ContractDescriptor", contract)
        text = subprocess.run(
            ["protoc", "-I", ROOT / "Shared/Wire", "--decode=colonnade.wire.ContractDescriptor", "wire.proto"],
            input=encoded, capture_output=True, check=True).stdout
        again = subprocess.run(
            ["protoc", "-I", ROOT / "Shared/Wire", "--encode=colonnade.wire.ContractDescriptor", "wire.proto"],
            input=text, capture_output=True, check=True).stdout
        self.assertEqual(again, encoded)
        self.assertEqual(WIRE.decode("ContractDescriptor", encoded)["boards"][0]["name"], "echo")


if __name__ == "__main__":
    unittest.main()
