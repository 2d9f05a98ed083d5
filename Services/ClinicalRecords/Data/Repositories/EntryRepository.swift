import GRDB

/// Reads one resource with what has to do with it.
public struct EntryRepository: Sendable {
    /// How many references of a resource are looked up, and how many resources have to do with one at most.
    public static let (mostReferences, mostRelated): (Int, Int) = (100, 50)

    private let pool: DatabasePool

    public init(_ database: RecordsDatabase) {
        pool = database.pool
    }

    /// An entry of these types in a patient's record, by its key; in anybody's where the filter has no patient. Nil where there is none.
    public func entry(_ key: String, _ filter: RecordFilter) async throws -> ResourceDataModel? {
        let query: HistorySQL = HistorySQL(entry: key, filter)
        return try await pool.read { db in
            try Row.fetchOne(db, sql: query.sql, arguments: query.arguments).map(ResourceDataModel.init)
        }
    }

    /// Entries that a resource refers to, and those that were made in it, newest first.
    /// - Parameter references: as they stand in the resource; the first ones count.
    public func related(to key: String, references: [String], _ filter: RecordFilter) async throws -> [ResourceDataModel] {
        let targets: [ReferenceTarget] = references.prefix(Self.mostReferences).compactMap(ReferenceTarget.init)
        return try await pool.read { db in
            let keys: Set<String> = Set(try targets.compactMap { try Self.key(of: $0, in: db) })
            let query: HistorySQL = HistorySQL(keys: keys, madeIn: key, filter, limit: Self.mostRelated)
            return try Row.fetchAll(db, sql: query.sql, arguments: query.arguments).map(ResourceDataModel.init)
        }
    }

    private static func key(of target: ReferenceTarget, in db: Database) throws -> String? {
        switch target {
        case .key(let key): key
        case .urn(let url): try alias(url, in: db)
        case .absolute(let url, let key): try alias(url, in: db) ?? key
        }
    }

    private static func alias(_ url: String, in db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT key FROM alias WHERE url = ?"), arguments: [url])
    }
}
