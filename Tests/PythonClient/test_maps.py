"""A real vertical: maps, with the places that ship with the repository."""
import json
import unittest

from connection import END, Connection, frame
from daemon import Daemon
from lock import Lock
from schema import ROOT, WIRE

MAPS = Lock("Shared/IOInterface/MapsIO/Maps.contract.json")
CODES = WIRE.enums["FailureCode"]


class MapsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        configuration = json.dumps({"places": str(ROOT / "deploy/data/places.geojson")})
        cls.daemon = Daemon("svc-maps", "--state", "{folder}", "--config", "{folder}/maps.json", files={"maps.json": configuration})
        features = json.loads((ROOT / "deploy/data/places.geojson").read_text())["features"]
        cls.places = {feature["id"]: feature for feature in features}

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        cls.daemon.remove()

    def setUp(self):
        self.connection = Connection(self.daemon.path, MAPS, "maps")
        self.addCleanup(self.connection.close)
        self.connection.open()

    def call(self, board, value):
        stream = self.connection.activate(board, MAPS.input(board, value), END)
        return self.connection.expect("OUTPUT", "REFUSE", "FAIL", stream=stream)

    def converse(self, board, value, commands):
        """Sends every command as credit allows, then FINISH; gives the outputs and the terminal frame."""
        stream = self.connection.activate(board, MAPS.input(board, value))
        outputs, credit, waiting, finished = [], 0, list(commands), False
        while True:
            while waiting and credit:
                self.connection.send(frame("COMMAND", MAPS.command(board, waiting.pop(0)), stream=stream))
                credit -= 1
            if not waiting and not finished:
                self.connection.send(frame("FINISH", flags=END, stream=stream))
                finished = True
            got = self.connection.receive()
            self.assertEqual(got.stream, stream)
            if got.type == "CREDIT":
                credit += got.message["count"]
            elif got.type == "OUTPUT":
                outputs.append(MAPS.output(board, got.body))
            if got.is_terminal:
                return outputs, got

    def test_every_place_by_its_id(self):
        for identifier, feature in list(self.places.items())[:10]:
            place = MAPS.output("place", self.call("place", {"id": identifier}).body)
            self.assertEqual(place["id"], identifier)
            self.assertEqual(place["name"], feature["properties"]["name"])
            longitude, latitude = feature["geometry"]["coordinates"]
            self.assertEqual(place["coordinate"], {"latitude": latitude, "longitude": longitude})

    def test_nearest_first(self):
        near = {"latitude": 48.2, "longitude": 16.35}
        places = MAPS.output("searchPlaces", self.call("searchPlaces", {"near": near, "limit": 5}).body)
        self.assertEqual(len(places), 5)
        distances = [place["distance"] for place in places]
        self.assertEqual(distances, sorted(distances))

    def test_refusals(self):
        got = self.call("place", {"id": "nowhere"})
        self.assertEqual(got.type, "REFUSE")
        self.assertEqual(MAPS.refusal(got.body), {"unknownPlace": {"_0": "nowhere"}})
        got = self.call("searchPlaces", {"near": {"latitude": 91.0, "longitude": 0.0}})
        self.assertIn("invalidCoordinate", MAPS.refusal(got.body))
        got = self.call("searchPlaces", {"limit": -1})
        self.assertIn("invalidSearch", MAPS.refusal(got.body))

    def test_an_input_that_does_not_parse(self):
        stream = self.connection.activate("place", b"", END)
        fail = self.connection.expect("FAIL", stream=stream).message
        self.assertEqual(fail["code"], CODES["FAILURE_CODE_INVALID"])

    def test_a_place_is_picked_in_a_conversation(self):
        identifier, feature = next(iter(self.places.items()))
        policy = {"showDetails": {"selectable": True}}
        outputs, last = self.converse(
            "pickPlace", {"isSearchEnabled": True, "selectionPolicy": policy},
            [{"search": {"_0": feature["properties"]["name"]}}, {"select": {"_0": "nowhere"}}, {"select": {"_0": identifier}}])
        self.assertEqual(outputs[-1]["selected"]["_0"]["id"], identifier)
        self.assertIn({"notPossible": {"_0": {"unknownPlace": {"_0": "nowhere"}}}}, outputs)
        self.assertEqual((last.type, last.message["done"]), ("COMPLETE", True))

    def test_nothing_is_picked(self):
        outputs, last = self.converse("pickPlace", {"isSearchEnabled": False, "selectionPolicy": "userAsksForDirections"}, ["dismiss"])
        self.assertFalse(any("selected" in output for output in outputs))
        self.assertEqual((last.type, last.message["done"]), ("COMPLETE", False))

    def test_a_document_that_is_no_geojson_changes_nothing(self):
        before = MAPS.output("searchPlaces", self.call("searchPlaces", {"limit": 500}).body)
        load = {"source": "commands", "mode": "replace"}
        for document in [b"", b"{", b"[]", b"\xff\xfe", b'{"type":"FeatureCollection","features":[{}]}']:
            last = self.converse("loadPlaces", load, [document])[1]
            self.assertEqual(last.type, "REFUSE", document)
            self.assertIn("badGeoJSON", MAPS.refusal(last.body))
        self.assertEqual(MAPS.output("searchPlaces", self.call("searchPlaces", {"limit": 500}).body), before)

    def test_a_load_that_is_cut_off_changes_nothing(self):
        load = MAPS.input("loadPlaces", {"source": "commands", "mode": "replace"})
        stream = self.connection.activate("loadPlaces", load)
        while self.connection.receive().type != "CREDIT":
            pass
        self.connection.send(frame("COMMAND", MAPS.command("loadPlaces", b'{"type":"FeatureCollection"'), stream=stream))
        self.connection.send(frame("CANCEL", flags=END, stream=stream))
        while not (got := self.connection.receive()).is_terminal:
            pass
        self.assertEqual(got.type, "FAIL")
        self.assertEqual(len(MAPS.output("searchPlaces", self.call("searchPlaces", {"limit": 500}).body)), len(self.places))


if __name__ == "__main__":
    unittest.main()
