import ClinicalRecordsDomain
import Foundation
import GRDB

/// A database of its own for one import, in which a bundle's resources wait until the bundle is whole. Nothing in it
/// outlives the import, so nothing is synced.
final class ImportScratch: Sendable {
    /// `state` is 0 for added, 1 for changed, 2 for unchanged. A link's `fallback` is the key that its target names by
    /// itself; `target` is nil where that is all there is.
    private static let tables: [String] = [
        """
        CREATE TABLE entry (
            number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL, url TEXT UNIQUE, patients TEXT,
            encounter TEXT, provider TEXT, isEntry INTEGER NOT NULL, time INTEGER, state INTEGER, body BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE link (
            entry INTEGER NOT NULL, role TEXT NOT NULL, target TEXT, fallback TEXT, key TEXT) STRICT
        """,
        "CREATE INDEX linkEntry ON link (entry, role)",
    ]

    let path: String
    let queue: DatabaseQueue

    init(folder: URL) throws {
        path = folder.appendingPathComponent("\(UUID().uuidString).sqlite").path
        var configuration: GRDB.Configuration = GRDB.Configuration()
        configuration.label = "import"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = OFF")
            try db.execute(sql: "PRAGMA journal_mode = MEMORY")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { db in
            for statement: String in Self.tables { try db.execute(sql: statement) }
        }
    }

    /// Keeps one resource.
    /// - Throws: ``BundleProblem/duplicateResource(resource:entry:earlier:)`` and the like.
    static func insert(_ resource: StagedResource, at position: TextPosition, in db: Database) throws {
        if let earlier: Int = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM entry WHERE key = ?"), arguments: [resource.key])
        {
            throw BundleProblem.duplicateResource(resource: resource.key, entry: resource.number, earlier: earlier)
        }
        if let url: String = resource.url,
            let earlier: Int = try Int.fetchOne(db.cachedStatement(sql: "SELECT number FROM entry WHERE url = ?"), arguments: [url])
        {
            let reason: String = "its fullUrl is that of entry \(earlier) too"
            throw BundleProblem.invalidEntry(entry: resource.number, position, reason: reason)
        }
        try db.cachedStatement(
            sql: "INSERT INTO entry (number, key, type, url, isEntry, time, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            resource.number, resource.key, resource.type, resource.url, resource.isEntry, resource.time?.microseconds, Data(resource.body),
        ])
        for subject: ReferenceTarget in resource.subjects { try link(subject, "subject", of: resource.number, in: db) }
        if let encounter: ReferenceTarget = resource.encounter { try link(encounter, "encounter", of: resource.number, in: db) }
        if let provider: ReferenceTarget = resource.provider { try link(provider, "provider", of: resource.number, in: db) }
    }

    private static func link(_ target: ReferenceTarget, _ role: String, of entry: Int, in db: Database) throws {
        let (url, key): (String?, String?) =
            switch target {
            case .urn(let url): (url, nil)
            case .absolute(let url, let key): (url, key)
            case .key(let key): (nil, key)
            }
        try db.cachedStatement(sql: "INSERT INTO link (entry, role, target, fallback) VALUES (?, ?, ?, ?)")
            .execute(arguments: [entry, role, url, key])
    }

    /// Closes and deletes the database.
    func remove() {
        try? queue.close()
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + "-journal")
    }
}
