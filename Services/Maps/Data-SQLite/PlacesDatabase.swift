import Foundation
import GRDB
import MapsData
import Synchronization

/// The vertical's database file: opened on first use and off the loop, in WAL mode, each commit synced to the disk.
public final class PlacesDatabase: Sendable {
    private let path: String
    private let work: BlockingWork = BlockingWork()
    /// The one opening that all callers wait for; nil before it and after one that failed.
    private let opening: Mutex<Task<DatabasePool, any Error>?> = Mutex(nil)

    /// - Parameter directory: exists and belongs to this vertical alone.
    public init(directory: String) {
        path = directory + "/places.sqlite"
    }

    /// Opens the database now, so that what is wrong with it shows at the start.
    public func open() async throws {
        _ = try await pool()
    }

    /// Closes the database once what runs in it has ended; one that was never opened stays so.
    public func close() async throws {
        let task: Task<DatabasePool, any Error>? = opening.withLock { $0.take() }
        guard let pool: DatabasePool = try await task?.value else { return }
        try await work.run { try pool.close() }
    }

    func pool() async throws -> DatabasePool {
        let task: Task<DatabasePool, any Error> = opening.withLock { opening in
            if let task: Task<DatabasePool, any Error> = opening { return task }
            // Off the loop: opening blocks, and belongs to no single call.
            let task: Task<DatabasePool, any Error> = Task { [path, work] in
                try await work.run { try Self.open(path) }
            }
            opening = task
            return task
        }
        do {
            return try await task.value
        } catch {
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        var configuration: Configuration = Configuration()
        configuration.label = "places"
        let pool: DatabasePool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it switches to WAL, under which a power cut can undo what was confirmed.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try PlacesMigrations.migrator.migrate(pool)
        return pool
    }
}
