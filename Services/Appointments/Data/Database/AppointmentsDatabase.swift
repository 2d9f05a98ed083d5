import Foundation
public import GRDB

/// The vertical's database: `appointments.sqlite` in its state directory, in WAL mode, where a commit is on disk when it returns.
public struct AppointmentsDatabase: Sendable {
    public let pool: DatabasePool
    let commits: GroupCommit

    /// Opens the database, and makes the file where there is none. Its tables come by ``migrate()``.
    /// - Parameter directory: exists, and belongs to appointments alone.
    public init(directory: String) throws {
        let path: String = URL(fileURLWithPath: directory, isDirectory: true).appendingPathComponent("appointments.sqlite").path
        pool = try DatabasePool(path: path, configuration: Self.configuration)
        // GRDB sets NORMAL when it switches to WAL, under which a power cut can undo what was confirmed.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        commits = GroupCommit(pool)
    }

    /// Brings the tables to the newest schema; where they have it, nothing happens.
    public func migrate() throws {
        try AppointmentsMigrations.migrator.migrate(pool)
    }

    /// Waits for what runs, and closes.
    public func close() throws {
        try pool.close()
    }

    private static var configuration: GRDB.Configuration {
        var configuration: GRDB.Configuration = GRDB.Configuration()
        configuration.label = "appointments"
        configuration.maximumReaderCount = 4
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_size_limit = 8388608")
        }
        return configuration
    }
}
