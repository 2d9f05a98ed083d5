"""A real vertical: maps, with the places that ship with the repository."""
import json
import unittest
from typing import Any

from connection import Connection
from daemon import Daemon
from exported import ROOT, messages, wire

maps = messages("maps")
PLACES = ROOT / "deploy/data/places.geojson"


class MapsTests(unittest.TestCase):
    daemon: Daemon
    places: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        configuration = json.dumps({"places": str(PLACES)})
        cls.daemon = Daemon("svc-maps", "--state", "{folder}", "--config", "{folder}/maps.json", files={"maps.json": configuration})
        cls.places = {feature["id"]: feature for feature in json.loads(PLACES.read_text())["features"]}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.daemon.stop()
        cls.daemon.remove()

    def setUp(self) -> None:
        self.connection = Connection(self.daemon.path, "maps", "maps")
        self.addCleanup(self.connection.close)
        self.connection.open()

    def search(self, **values: Any) -> list[Any]:
        got = self.connection.call(maps.MAPS_BOARD_SEARCH_PLACES, maps.PlaceSearch(**values))
        self.assertEqual(got.type, "OUTPUT", got)
        return list(maps.PlaceList.FromString(got.body).value)

    def refusal(self, board: int, body: Any) -> Any:
        got = self.connection.call(board, body)
        self.assertEqual(got.type, "REFUSE", got)
        return maps.MapsRefusal.FromString(got.body)

    def test_every_place_by_its_id(self) -> None:
        for identifier, feature in list(self.places.items())[:10]:
            got = self.connection.call(maps.MAPS_BOARD_PLACE, maps.PlaceID(id=identifier))
            place = maps.Place.FromString(got.body)
            self.assertEqual(place.id, identifier)
            self.assertEqual(place.name, feature["properties"]["name"])
            longitude, latitude = feature["geometry"]["coordinates"]
            self.assertEqual(place.coordinate, maps.Coordinate(latitude=latitude, longitude=longitude))

    def test_nearest_first(self) -> None:
        places = self.search(near=maps.Coordinate(latitude=48.2, longitude=16.35), limit=5)
        self.assertEqual(len(places), 5)
        distances = [place.distance for place in places]
        self.assertEqual(distances, sorted(distances))

    def test_refusals(self) -> None:
        refusal = self.refusal(maps.MAPS_BOARD_PLACE, maps.PlaceID(id="nowhere"))
        self.assertEqual(refusal.unknown_place.value, "nowhere")
        beyond = maps.PlaceSearch(near=maps.Coordinate(latitude=91.0, longitude=0.0))
        self.assertEqual(self.refusal(maps.MAPS_BOARD_SEARCH_PLACES, beyond).WhichOneof("kind"), "invalid_coordinate")
        negative = maps.PlaceSearch(limit=-1)
        self.assertEqual(self.refusal(maps.MAPS_BOARD_SEARCH_PLACES, negative).WhichOneof("kind"), "invalid_search")

    def test_an_input_that_does_not_parse(self) -> None:
        self.assertEqual(self.connection.call(maps.MAPS_BOARD_PLACE, b"").message.code, wire.FAILURE_CODE_INVALID)

    def pick(self, isSearchEnabled: bool, policy: Any, *commands: Any) -> tuple[list[Any], Any]:
        configuration = maps.MapConfiguration(is_search_enabled=isSearchEnabled, selection_policy=policy)
        bodies, last = self.connection.converse(maps.MAPS_BOARD_PICK_PLACE, configuration, commands)
        return [maps.MapOutput.FromString(body) for body in bodies], last

    def test_a_place_is_picked_in_a_conversation(self) -> None:
        identifier, feature = next(iter(self.places.items()))
        policies = maps.MapConfiguration.MapReturnSelectionPolicy
        outputs, last = self.pick(
            True, policies(show_details=policies.ShowDetailsCase(selectable=True)),
            maps.MapCommand(search=maps.MapCommand.SearchCase(value=feature["properties"]["name"])),
            maps.MapCommand(select=maps.MapCommand.SelectCase(value="nowhere")),
            maps.MapCommand(select=maps.MapCommand.SelectCase(value=identifier)))
        self.assertEqual(outputs[-1].selected.value.id, identifier)
        problems = [output.not_possible.value for output in outputs if output.WhichOneof("kind") == "not_possible"]
        self.assertEqual([problem.unknown_place.value for problem in problems], ["nowhere"])
        self.assertEqual((last.type, last.message.done), ("COMPLETE", True))

    def test_nothing_is_picked(self) -> None:
        policies = maps.MapConfiguration.MapReturnSelectionPolicy
        asks = policies(user_asks_for_directions=policies.UserAsksForDirectionsCase())
        outputs, last = self.pick(False, asks, maps.MapCommand(dismiss=maps.MapCommand.DismissCase()))
        self.assertFalse(any(output.WhichOneof("kind") == "selected" for output in outputs))
        self.assertEqual((last.type, last.message.done), ("COMPLETE", False))

    def load(self) -> Any:
        return maps.PlacesLoad(source=maps.PlacesLoad.SOURCE_COMMANDS, mode=maps.PlacesLoad.MODE_REPLACE)

    def test_a_document_that_is_no_geojson_changes_nothing(self) -> None:
        before = self.search(limit=500)
        for document in [b"", b"{", b"[]", b"\xff\xfe", b'{"type":"FeatureCollection","features":[{}]}']:
            last = self.connection.converse(maps.MAPS_BOARD_LOAD_PLACES, self.load(), [maps.BytesValue(value=document)])[1]
            self.assertEqual(last.type, "REFUSE", document)
            self.assertEqual(maps.MapsRefusal.FromString(last.body).WhichOneof("kind"), "bad_geo_json")
        self.assertEqual(self.search(limit=500), before)

    def test_a_load_that_is_cut_off_changes_nothing(self) -> None:
        stream = self.connection.activate(maps.MAPS_BOARD_LOAD_PLACES, self.load())
        while self.connection.receive().type != "CREDIT":
            pass
        self.connection.command(stream, maps.BytesValue(value=b'{"type":"FeatureCollection"'))
        self.connection.cancel(stream)
        last = self.connection.outputs(stream)[1]
        self.assertEqual((last.type, last.message.code), ("FAIL", wire.FAILURE_CODE_CANCELLED))
        self.assertEqual(len(self.search(limit=500)), len(self.places))


if __name__ == "__main__":
    unittest.main()
