import Foundation
import GRDB

/// Reads resources. Every question is one snapshot, and waits for no import.
public struct ResourceRepository: Sendable {
    /// Resources that are read at once have this many bytes, give or take the last: they are all in memory.
    static let byteBudget: Int = 16 << 20

    private let pool: DatabasePool

    public init(_ database: RecordsDatabase) {
        pool = database.pool
    }

    /// A Patient resource as FHIR JSON, and the number of resources by type that refer to the patient, and of those that are entries;
    /// nil where there is no such resource.
    public func patient(_ id: String) async throws -> (body: [UInt8], counts: [String: Int], entries: [String: Int])? {
        try await pool.read { db in
            let body: Data? = try Data.fetchOne(db, sql: "SELECT body FROM resource WHERE key = ?", arguments: ["Patient/" + id])
            guard let body else { return nil }
            let rows: [Row] = try Row.fetchAll(
                db, sql: "SELECT type, COUNT(*) AS amount, SUM(isEntry) AS entries FROM subject WHERE patient = ? GROUP BY type",
                arguments: [id])
            return (
                Array(body), rows.reduce(into: [:]) { $0[$1["type"]] = $1["amount"] },
                rows.reduce(into: [:]) { $0[$1["type"]] = $1["entries"] }
            )
        }
    }

    public func isKnown(patient id: String) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE key = ?)", arguments: ["Patient/" + id]) ?? false
        }
    }

    /// The number of the last change; 0 where there is nothing.
    public func lastChange() async throws -> Int64 {
        try await pool.read { db in try Self.lastChange(in: db) }
    }

    /// History entries of a patient, newest first, those after `mark` where one is given; whether there are more; and the
    /// number of the last change at that time. Nil where the patient is not known.
    /// - Parameter limit: how many at most; fewer come where they are large.
    public func history(
        _ filter: RecordFilter, after mark: RecordMark?, limit: Int
    ) async throws -> (rows: [ResourceDataModel], hasMore: Bool, lastChange: Int64)? {
        // One more than wanted says whether there are more.
        let query: HistorySQL = HistorySQL(filter, after: mark, limit: limit + 1)
        return try await pool.read { db in
            let patient: String = "Patient/" + (filter.patient ?? "")
            let isKnown: Bool? = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE key = ?)", arguments: [patient])
            guard isKnown == true else { return nil }
            let (rows, hasMore): ([ResourceDataModel], Bool) = try Self.rows(query, limit: limit, in: db)
            return (rows, hasMore, try Self.lastChange(in: db))
        }
    }

    /// History entries that came, changed or were taken back after the change with this number, in that order.
    /// - Parameter limit: how many at most; fewer come where they are large.
    public func changes(after change: Int64, _ filter: RecordFilter, limit: Int) async throws -> [ResourceDataModel] {
        let query: HistorySQL = HistorySQL(changesAfter: change, filter, limit: limit)
        return try await pool.read { db in
            try Self.rows(query, limit: limit, in: db).rows
        }
    }

    /// Rows up to the limit or the byte budget, at least one where there is one, and whether the question has more.
    private static func rows(_ query: HistorySQL, limit: Int, in db: Database) throws -> (rows: [ResourceDataModel], hasMore: Bool) {
        let cursor: RowCursor = try Row.fetchCursor(db, sql: query.sql, arguments: query.arguments)
        var rows: [ResourceDataModel] = []
        var bytes: Int = 0
        while let row: Row = try cursor.next() {
            guard rows.count < limit, bytes < byteBudget else { return (rows, true) }
            let resource: ResourceDataModel = ResourceDataModel(row)
            bytes += resource.body.count + (resource.organization?.count ?? 0)
            rows.append(resource)
        }
        return (rows, false)
    }

    private static func lastChange(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT MAX(changed) FROM resource") ?? 0
    }
}

extension ResourceDataModel {
    init(_ row: Row) {
        let body: Data = row["body"]
        let organization: Data? = row["organization"]
        let time: Int64? = row["time"]
        self.init(
            number: row["number"], key: row["key"], type: row["type"], patient: row["patient"],
            time: time.map { .init(microseconds: $0) }, added: row["added"], changed: row["changed"], isEntry: row["isEntry"],
            body: Array(body),
            organization: organization.map { Array($0) })
    }
}
