import Foundation
public import GRDB

/// The vertical's database: `records.sqlite` in its state directory, in WAL mode, where a commit is on disk when it returns.
///
/// Readers never wait for a writer. Invariant: `changed` is unique and grows with each commit, so a reader who has seen
/// everything up to a number misses nothing by asking for greater ones.
public struct RecordsDatabase: Sendable {
    /// `key` is `Type/id`; `encounter` and `provider` are keys, of resources that need not be there. `patients` holds the
    /// ids of the patients that the resource is about, with spaces between, and `subject` the same for look-ups. Times
    /// are microseconds since 1970; `subject.time` is the smallest integer where the resource has no time.
    private static let resourceTables: [String] = [
        """
        CREATE TABLE resource (
            number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL, patients TEXT NOT NULL,
            encounter TEXT, provider TEXT, isEntry INTEGER NOT NULL, time INTEGER, added INTEGER NOT NULL,
            changed INTEGER NOT NULL, body BLOB NOT NULL) STRICT
        """,
        "CREATE UNIQUE INDEX resourceChanged ON resource (changed)",
        """
        CREATE TABLE subject (
            patient TEXT NOT NULL, time INTEGER NOT NULL, resource INTEGER NOT NULL REFERENCES resource (number),
            type TEXT NOT NULL, isEntry INTEGER NOT NULL, PRIMARY KEY (patient, time, resource)) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX subjectResource ON subject (resource)",
        "CREATE TABLE alias (url TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ]
    /// `subject.changed` is that of its resource: a patient's followers read on from any change without those of other patients.
    private static let patientChanges: [String] = [
        "ALTER TABLE subject ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
        "UPDATE subject SET changed = (SELECT resource.changed FROM resource WHERE resource.number = subject.resource)",
        "CREATE INDEX subjectChanged ON subject (patient, changed)",
    ]

    /// `person.words` is what a patient is found by: see ``PersonIndex``.
    private static let people: [String] = [
        "CREATE TABLE person (patient TEXT PRIMARY KEY, words TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX personWords ON person (words, patient)",
        "CREATE INDEX resourceEncounter ON resource (encounter)",
    ]

    public let pool: DatabasePool
    /// Where imports put what they have not finished.
    let scratchFolder: URL

    /// Opens the database, makes it where there is none, and drops what imports left behind that a crash had cut off. Its tables come
    /// by ``migrate()``.
    public init(directory: String) throws {
        let folder: URL = URL(fileURLWithPath: directory, isDirectory: true)
        scratchFolder = folder.appendingPathComponent("imports", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if FileManager.default.fileExists(atPath: scratchFolder.path) { try FileManager.default.removeItem(at: scratchFolder) }
        try FileManager.default.createDirectory(at: scratchFolder, withIntermediateDirectories: true)
        pool = try DatabasePool(path: folder.appendingPathComponent("records.sqlite").path, configuration: Self.configuration)
        // GRDB sets NORMAL when it switches to WAL, under which a power cut can undo what was confirmed.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// Brings the tables to the newest schema; where they have it, nothing happens.
    public func migrate() throws {
        try Self.migrator.migrate(pool)
    }

    /// Waits for what runs, and closes.
    public func close() throws {
        try pool.close()
    }

    private static var configuration: GRDB.Configuration {
        var configuration: GRDB.Configuration = GRDB.Configuration()
        configuration.label = "records"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_size_limit = 8388608")
        }
        return configuration
    }

    /// Step by step. A step that was released is never changed; a new one follows it.
    static var migrator: DatabaseMigrator {
        var migrator: DatabaseMigrator = DatabaseMigrator()
        migrator.registerMigration("resources") { db in
            for statement: String in resourceTables { try db.execute(sql: statement) }
        }
        migrator.registerMigration("patientChanges") { db in
            for statement: String in patientChanges { try db.execute(sql: statement) }
        }
        migrator.registerMigration("people") { db in
            for statement: String in people { try db.execute(sql: statement) }
            try PersonIndex.fill(from: "SELECT key, body FROM resource WHERE type = 'Patient'", in: db)
        }
        return migrator
    }
}
