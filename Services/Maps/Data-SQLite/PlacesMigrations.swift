import GRDB

/// The schema of the places database, step by step. A step that was released is never changed; a new one follows it.
enum PlacesMigrations {
    static var migrator: DatabaseMigrator {
        var migrator: DatabaseMigrator = DatabaseMigrator()
        migrator.registerMigration("1-places", migrate: createPlaces)
        return migrator
    }

    /// `place` holds the places; `place_text` (FTS5, of words as ``SearchText`` makes them) and `place_box` (R*Tree, a
    /// point each) find them, and have the same keys.
    private static func createPlaces(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE place (
                    key INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    latitude REAL NOT NULL,
                    longitude REAL NOT NULL,
                    street TEXT,
                    city TEXT,
                    region TEXT,
                    postal_code TEXT,
                    country TEXT,
                    phone TEXT,
                    origin TEXT NOT NULL
                );
                CREATE VIRTUAL TABLE place_text USING fts5(
                    name, address, tokenize = "unicode61 remove_diacritics 0"
                );
                CREATE VIRTUAL TABLE place_box USING rtree(
                    key, min_latitude, max_latitude, min_longitude, max_longitude
                );
                CREATE TABLE configured_file (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    hash TEXT NOT NULL
                );
                """)
    }
}
