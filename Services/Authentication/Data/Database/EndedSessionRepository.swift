import ColonnadeContract
import Foundation
import GRDB

/// Sessions that were ended before they expired, and the minors' sessions that end with their guardians'.
public struct EndedSessionRepository: Sendable {
    /// The most sessions of minors that live at the same time by one session of a guardian.
    public static let mostMinors: Int = 100
    /// How many ended sessions are read at a time.
    public static let batch: Int = 500

    private let database: AccountsDatabase

    public init(_ database: AccountsDatabase) {
        self.database = database
    }

    /// Remembers that a minor's session was made from a guardian's.
    public func add(minor session: UUID, issued: Date, expires: Date, to parent: UUID, now: Date) async throws -> MinorAddition {
        try await database.pool.write { db in
            try Self.forgetExpired(now, in: db)
            let isEnded: Bool? = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM revocation WHERE session = ?)", arguments: [parent.uuidString])
            guard isEnded != true else { return .guardianHasLeft }
            let ends: [Int64] = try Int64.fetchAll(
                db, sql: "SELECT expires FROM minorSession WHERE parent = ? ORDER BY expires", arguments: [parent.uuidString])
            if ends.count >= Self.mostMinors, let first: Int64 = ends.first { return .full(until: Date(wireNanoseconds: first)) }
            try db.execute(
                sql: "INSERT INTO minorSession (id, parent, issued, expires) VALUES (?, ?, ?, ?)",
                arguments: [session.uuidString, parent.uuidString, issued.wireNanoseconds, expires.wireNanoseconds])
            return .added
        }
    }

    /// Ends a session, and the minors' that were made from it; returns once that is on disk.
    public func end(_ session: EndedSessionDataModel, now: Date) async throws -> [EndedSessionDataModel] {
        try await database.pool.write { db in
            try Self.forgetExpired(now, in: db)
            let minors: [EndedSessionDataModel] = try Row.fetchAll(
                db, sql: "SELECT 0 AS number, id AS session, issued, expires FROM minorSession WHERE parent = ?",
                arguments: [session.id.uuidString]
            ).map(EndedSessionDataModel.init)
            for ended: EndedSessionDataModel in [session] + minors {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO revocation (session, issued, expires) VALUES (?, ?, ?)",
                    arguments: [ended.id.uuidString, ended.issued.wireNanoseconds, ended.expires.wireNanoseconds])
            }
            try db.execute(sql: "DELETE FROM minorSession WHERE parent = ?", arguments: [session.id.uuidString])
            return [session] + minors
        }
    }

    /// Sessions that were ended after the one with this number, in that order, and have not expired.
    public func ended(after number: Int64, now: Date) async throws -> [EndedSessionDataModel] {
        try await database.pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM revocation WHERE number > ? AND expires > ? ORDER BY number LIMIT ?",
                arguments: [number, now.wireNanoseconds, Self.batch]
            ).map(EndedSessionDataModel.init)
        }
    }

    private static func forgetExpired(_ now: Date, in db: Database) throws {
        try db.execute(sql: "DELETE FROM minorSession WHERE expires <= ?", arguments: [now.wireNanoseconds])
        try db.execute(sql: "DELETE FROM revocation WHERE expires <= ?", arguments: [now.wireNanoseconds])
    }
}

/// What became of a minor's session.
public enum MinorAddition: Hashable, Sendable {
    case added
    case guardianHasLeft
    /// As many as may live at the same time do.
    case full(until: Date)
}

/// A row of `revocation`.
public struct EndedSessionDataModel: Hashable, Sendable {
    /// Grows with each session that is ended; 0 before it is.
    public let number: Int64
    public let id: UUID
    public let issued: Date
    public let expires: Date

    public init(number: Int64 = 0, id: UUID, issued: Date, expires: Date) {
        self.number = number
        self.id = id
        self.issued = issued
        self.expires = expires
    }

    init(_ row: Row) throws {
        guard let id: UUID = UUID(uuidString: row["session"]) else { throw DamagedRow() }
        self.init(
            number: row["number"], id: id, issued: Date(wireNanoseconds: row["issued"]), expires: Date(wireNanoseconds: row["expires"]))
    }
}
