import ColonnadeTesting
import GRDB
import MapsData
import Testing

@testable import MapsSQLite

@Suite("The places database")
struct PlacesDatabaseTests {
    private let directory: TemporaryDirectory
    private let database: PlacesDatabase
    private let places: DatabasePlacesRepository

    init() throws {
        directory = try TemporaryDirectory()
        database = PlacesDatabase(directory: directory.path)
        places = DatabasePlacesRepository(database: database)
    }

    @Test("Commits are synced to the disk, in WAL mode")
    func isDurable() async throws {
        let pragmas: [String] = try await database.pool().write { database in
            try ["synchronous", "journal_mode"].compactMap { try String.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(pragmas == ["2", "wal"])
    }

    @Test("Migrations run once")
    func migrates() async throws {
        try await places.open()
        let again: PlacesDatabase = PlacesDatabase(directory: directory.path)
        let pool: DatabasePool = try await again.pool()
        #expect(try await pool.read { try PlacesMigrations.migrator.hasCompletedMigrations($0) })
        #expect(try await pool.read { try PlacesMigrations.migrator.appliedIdentifiers($0) } == ["1-places"])
    }

    @Test("A store that fails in the middle leaves everything as it was")
    func storesAllOrNothing() async throws {
        let good: PlaceDataModel = PlaceDataModel(id: "good", name: "Good", kind: "clinic", latitude: 0, longitude: 0)
        let bad: PlaceDataModel = PlaceDataModel(id: "bad", name: "Bad", kind: "clinic", latitude: 0, longitude: 0)
        let old: PlaceDataModel = PlaceDataModel(id: "old", name: "Old", kind: "clinic", latitude: 0, longitude: 0)
        _ = try await places.store([old], origin: .call, removing: .none)
        try await database.pool().write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON place WHEN NEW.id = 'bad'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        await #expect(throws: (any Error).self) {
            try await places.store([good, bad], origin: .call, removing: .others)
        }
        #expect(try await places.places(limit: 10).map(\.id) == ["old"])
    }
}
