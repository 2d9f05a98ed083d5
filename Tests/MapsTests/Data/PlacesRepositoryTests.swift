import ColonnadeTesting
import MapsData
import Testing

@Suite("Keeping places")
struct PlacesRepositoryTests {
    private static let zurich: PlaceDataModel = PlaceDataModel(
        id: "z", name: "Universitätsspital Zürich", kind: "hospital", latitude: 47.3766, longitude: 8.5515,
        street: "Rämistrasse 100", city: "Zürich", region: "ZH", postalCode: "8091", country: "Switzerland", phone: "1")
    private static let anne: PlaceDataModel = PlaceDataModel(
        id: "a", name: "Saint Anne's Hospital", kind: "hospital", latitude: 41.691, longitude: -71.162, city: "Fall River")
    private static let street: PlaceDataModel = PlaceDataModel(
        id: "s", name: "Clinic", kind: "clinic", latitude: 1, longitude: 2, street: "Anne's Hospital Road")

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func fill(_ places: any PlacesRepository) async throws {
        _ = try await places.store([Self.zurich, Self.anne, Self.street], origin: .call, removing: .none)
    }

    @Test("A second opening finds everything", arguments: PlacesStore.allCases)
    func isFoundAgain(_ store: PlacesStore) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        try await fill(places)
        _ = try await places.store([Self.anne], origin: .configuredFile, removing: .none, configuredFile: "h")
        try await places.close()
        let again: any PlacesRepository = store.repository(in: directory.path)
        #expect(try await again.place(id: "z") == Self.zurich)
        #expect(try await again.configuredFileHash() == "h")
        #expect(try await again.store([], origin: .configuredFile, removing: .othersFromConfiguredFile).removed == 1)
        #expect(try await again.places(limit: 10).map(\.id) == ["s", "z"])
    }

    @Test("A directory that is not there is an error, and no crash", arguments: PlacesStore.allCases)
    func reportsMissingDirectory(_ store: PlacesStore) async {
        let lost: any PlacesRepository = store.repository(in: directory.path + "/missing")
        await #expect(throws: (any Error).self) { try await lost.place(id: "z") }
    }

    @Test(
        "Text finds by words and beginnings, whatever their case and accents",
        arguments: PlacesStore.allCases,
        [
            ("zurich", ["z"]), ("ZÜRICH universitätsspital", ["z"]), ("uni zür", ["z"]), ("8091 ramistr", ["z"]),
            ("saint annes hospital", ["a"]), ("SAINT ANNE'S HOSPITAL FALL RIVER", ["a"]), ("st. anne", ["a"]),
            ("hospital anne", ["a", "s"]), ("spital", []), ("zurich boston", []), ("!?", []),
            ("\" OR place_text MATCH \"", []), ("name:clinic", []), ("NEAR(a b)", []),
        ] as [(String, [String])])
    func searchesText(_ store: PlacesStore, _ search: (text: String, found: [String])) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        try await fill(places)
        #expect(try await places.places(text: search.text, limit: 10).map(\.id) == search.found)
    }

    @Test("A name that is just the text comes first", arguments: PlacesStore.allCases)
    func ranksExactNames(_ store: PlacesStore) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        let longer: PlaceDataModel = PlaceDataModel(id: "1", name: "Clinic Clinic", kind: "clinic", latitude: 0, longitude: 0)
        _ = try await places.store([longer, Self.street], origin: .call, removing: .none)
        #expect(try await places.places(text: "clinic", limit: 10).map(\.id) == ["s", "1"])
        #expect(try await places.places(text: "clinic", limit: 1).map(\.id) == ["s"])
    }

    @Test("Boxes find what lies in them, also with words", arguments: PlacesStore.allCases)
    func searchesBoxes(_ store: PlacesStore) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        try await fill(places)
        let europe: BoundingBoxDataModel = BoundingBoxDataModel(latitudes: 40...60, longitudes: 0...20)
        let america: BoundingBoxDataModel = BoundingBoxDataModel(latitudes: 40...60, longitudes: -100 ... -60)
        #expect(try await places.places(in: [europe], text: nil).map(\.id) == ["z"])
        #expect(try await Set(places.places(in: [europe, europe, america], text: nil).map(\.id)) == ["z", "a"])
        #expect(try await places.places(in: [europe, america], text: "hospital").map(\.id) == ["a"])
    }

    @Test("Storing again changes nothing; a new value replaces the old one in every index", arguments: PlacesStore.allCases)
    func storesAgain(_ store: PlacesStore) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        try await fill(places)
        let again: PlacesStoreDataModel = try await places.store([Self.zurich], origin: .call, removing: .none)
        #expect(again.unchanged == 1)
        #expect(again.added + again.updated + again.removed == 0)
        let moved: PlaceDataModel = PlaceDataModel(id: "z", name: "Inselspital", kind: "hospital", latitude: 46.9, longitude: 7.4)
        #expect(try await places.store([moved], origin: .call, removing: .none).updated == 1)
        #expect(try await places.places(text: "zurich", limit: 10).isEmpty)
        #expect(try await places.places(text: "insel", limit: 10) == [moved])
        let box: BoundingBoxDataModel = BoundingBoxDataModel(latitudes: 46...47, longitudes: 7...8)
        #expect(try await places.places(in: [box], text: nil) == [moved])
    }

    @Test("Removing spares what came otherwise, where that is asked for", arguments: PlacesStore.allCases)
    func removesByOrigin(_ store: PlacesStore) async throws {
        let places: any PlacesRepository = store.repository(in: directory.path)
        _ = try await places.store([Self.zurich, Self.anne], origin: .configuredFile, removing: .none, configuredFile: "h1")
        _ = try await places.store([Self.street], origin: .call, removing: .none)
        let result: PlacesStoreDataModel = try await places.store(
            [Self.anne], origin: .configuredFile, removing: .othersFromConfiguredFile, configuredFile: "h2")
        #expect(result.removed == 1)
        #expect(try await places.places(limit: 10).map(\.id) == ["s", "a"])
        #expect(try await places.configuredFileHash() == "h2")
        #expect(try await places.store([Self.anne], origin: .call, removing: .others).removed == 1)
        #expect(try await places.places(limit: 10).map(\.id) == ["a"])
        #expect(try await places.places(text: "clinic", limit: 10).isEmpty)
    }
}
