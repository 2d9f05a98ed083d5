import GRDB
import Testing

@testable import MapsData

@Suite("The places database")
struct PlacesRepositoryTests {
    private let directory: TemporaryDirectory
    private let database: PlacesDatabase
    private let places: PlacesRepository

    init() throws {
        directory = try TemporaryDirectory()
        database = PlacesDatabase(directory: directory.path)
        places = PlacesRepository(database: database)
    }

    private static let zurich: PlaceDataModel = PlaceDataModel(
        id: "z", name: "Universitätsspital Zürich", kind: "hospital", latitude: 47.3766, longitude: 8.5515,
        street: "Rämistrasse 100", city: "Zürich", region: "ZH", postalCode: "8091", country: "Switzerland", phone: "1")
    private static let anne: PlaceDataModel = PlaceDataModel(
        id: "a", name: "Saint Anne's Hospital", kind: "hospital", latitude: 41.691, longitude: -71.162, city: "Fall River")
    private static let street: PlaceDataModel = PlaceDataModel(
        id: "s", name: "Clinic", kind: "clinic", latitude: 1, longitude: 2, street: "Anne's Hospital Road")

    private func fill() async throws {
        _ = try await places.store([Self.zurich, Self.anne, Self.street], origin: .call, removing: .none)
    }

    @Test("Commits are synced to the disk, in WAL mode")
    func isDurable() async throws {
        let pragmas: [String] = try await database.pool().write { database in
            try ["synchronous", "journal_mode"].compactMap { try String.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(pragmas == ["2", "wal"])
    }

    @Test("Migrations run once, and a second opening finds everything")
    func migrates() async throws {
        try await fill()
        let again: PlacesDatabase = PlacesDatabase(directory: directory.path)
        #expect(try await PlacesRepository(database: again).place(id: "z") == Self.zurich)
        let pool: DatabasePool = try await again.pool()
        #expect(try await pool.read { try PlacesMigrations.migrator.hasCompletedMigrations($0) })
        #expect(try await pool.read { try PlacesMigrations.migrator.appliedIdentifiers($0) } == ["1-places"])
    }

    @Test("A directory that is not there is an error, and no crash")
    func reportsMissingDirectory() async {
        let lost: PlacesRepository = PlacesRepository(database: PlacesDatabase(directory: directory.path + "/missing"))
        await #expect(throws: (any Error).self) { try await lost.place(id: "z") }
    }

    @Test(
        "Text finds by words and beginnings, whatever their case and accents",
        arguments: [
            ("zurich", ["z"]), ("ZÜRICH universitätsspital", ["z"]), ("uni zür", ["z"]), ("8091 ramistr", ["z"]),
            ("saint annes hospital", ["a"]), ("SAINT ANNE'S HOSPITAL FALL RIVER", ["a"]), ("st. anne", ["a"]),
            ("hospital anne", ["a", "s"]), ("spital", []), ("zurich boston", []), ("!?", []),
            ("\" OR place_text MATCH \"", []), ("name:clinic", []), ("NEAR(a b)", []),
        ] as [(String, [String])])
    func searchesText(_ text: String, _ found: [String]) async throws {
        try await fill()
        #expect(try await places.places(text: text, limit: 10).map(\.id) == found)
    }

    @Test("A name that is just the text comes first")
    func ranksExactNames() async throws {
        let longer: PlaceDataModel = PlaceDataModel(id: "1", name: "Clinic Clinic", kind: "clinic", latitude: 0, longitude: 0)
        _ = try await places.store([longer, Self.street], origin: .call, removing: .none)
        #expect(try await places.places(text: "clinic", limit: 10).map(\.id) == ["s", "1"])
        #expect(try await places.places(text: "clinic", limit: 1).map(\.id) == ["s"])
    }

    @Test("Boxes find what lies in them, also with words")
    func searchesBoxes() async throws {
        try await fill()
        let europe: BoundingBoxDataModel = BoundingBoxDataModel(latitudes: 40...60, longitudes: 0...20)
        let america: BoundingBoxDataModel = BoundingBoxDataModel(latitudes: 40...60, longitudes: -100 ... -60)
        #expect(try await places.places(in: [europe], text: nil).map(\.id) == ["z"])
        #expect(try await Set(places.places(in: [europe, europe, america], text: nil).map(\.id)) == ["z", "a"])
        #expect(try await places.places(in: [europe, america], text: "hospital").map(\.id) == ["a"])
    }

    @Test("Storing again changes nothing; a new value replaces the old one in every index")
    func storesAgain() async throws {
        try await fill()
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

    @Test("Removing spares what came otherwise, where that is asked for")
    func removesByOrigin() async throws {
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

    @Test("A store that fails in the middle leaves everything as it was")
    func storesAllOrNothing() async throws {
        try await fill()
        try await database.pool().write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON place WHEN NEW.id = 'bad'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        let good: PlaceDataModel = PlaceDataModel(id: "good", name: "Good", kind: "clinic", latitude: 0, longitude: 0)
        let bad: PlaceDataModel = PlaceDataModel(id: "bad", name: "Bad", kind: "clinic", latitude: 0, longitude: 0)
        await #expect(throws: (any Error).self) {
            try await places.store([good, bad], origin: .call, removing: .others)
        }
        #expect(try await places.places(limit: 10).map(\.id) == ["s", "a", "z"])
    }
}
