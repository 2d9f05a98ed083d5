import Foundation
import GRDB

/// Reads resources. Every question is one snapshot, and waits for no import.
public struct ResourceRepository: Sendable {
    private let pool: DatabasePool

    public init(_ database: RecordsDatabase) {
        pool = database.pool
    }

    /// A Patient resource as FHIR JSON, and the number of resources by type that refer to the patient; nil where there
    /// is no such resource.
    public func patient(_ id: String) async throws -> (body: [UInt8], counts: [String: Int])? {
        try await pool.read { db in
            let body: Data? = try Data.fetchOne(db, sql: "SELECT body FROM resource WHERE key = ?", arguments: ["Patient/" + id])
            guard let body else { return nil }
            let rows: [Row] = try Row.fetchAll(
                db, sql: "SELECT type, COUNT(*) AS amount FROM subject WHERE patient = ? GROUP BY type", arguments: [id])
            return (Array(body), rows.reduce(into: [:]) { $0[$1["type"]] = $1["amount"] })
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

    /// History entries of a patient, newest first, those after `mark` where one is given, and the number of the last
    /// change at that time; nil where the patient is not known.
    public func history(
        _ filter: RecordFilter, after mark: RecordMark?, limit: Int
    ) async throws -> (rows: [ResourceDataModel], lastChange: Int64)? {
        let query: HistorySQL = HistorySQL(filter, after: mark, limit: limit)
        return try await pool.read { db in
            let patient: String = "Patient/" + (filter.patient ?? "")
            let isKnown: Bool? = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM resource WHERE key = ?)", arguments: [patient])
            guard isKnown == true else { return nil }
            let rows: [Row] = try Row.fetchAll(db, sql: query.sql, arguments: query.arguments)
            return (rows.map(ResourceDataModel.init), try Self.lastChange(in: db))
        }
    }

    /// History entries that came or changed after the change with this number, in that order.
    public func changes(after change: Int64, _ filter: RecordFilter, limit: Int) async throws -> [ResourceDataModel] {
        let query: HistorySQL = HistorySQL(changesAfter: change, filter, limit: limit)
        return try await pool.read { db in
            try Row.fetchAll(db, sql: query.sql, arguments: query.arguments).map(ResourceDataModel.init)
        }
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
            time: time.map { .init(microseconds: $0) }, added: row["added"], changed: row["changed"], body: Array(body),
            organization: organization.map { Array($0) })
    }
}
