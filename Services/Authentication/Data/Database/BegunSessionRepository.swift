import ColonnadeContract
import Foundation
import GRDB

/// Sessions that were begun and live, for their owners to look at.
public struct BegunSessionRepository: Sendable {
    /// The most sessions of one account that are listed: whoever signs in more often loses sight of the oldest, and ends them with all
    /// others.
    public static let mostByAccount: Int = 100

    private let database: AccountsDatabase

    public init(_ database: AccountsDatabase) {
        self.database = database
    }

    /// Remembers a session; those that have expired are forgotten, and the oldest of an account that has more than may be.
    public func add(_ session: BegunSessionDataModel, of account: UUID, now: Date) async throws {
        try await database.pool.write { db in
            try db.execute(sql: "DELETE FROM begunSession WHERE expires <= ?", arguments: [now.wireNanoseconds])
            try db.execute(
                sql: "INSERT INTO begunSession (id, account, place, issued, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    session.id.uuidString, account.uuidString, session.place, session.issued.wireNanoseconds,
                    session.expires.wireNanoseconds,
                ])
            try db.execute(
                sql: """
                    DELETE FROM begunSession WHERE id IN (
                        SELECT id FROM begunSession WHERE account = ? ORDER BY issued DESC, rowid DESC LIMIT -1 OFFSET ?)
                    """, arguments: [account.uuidString, Self.mostByAccount])
        }
    }

    /// The sessions of an account that have not expired, the newest first.
    public func sessions(of account: UUID, now: Date) async throws -> [BegunSessionDataModel] {
        try await database.pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM begunSession WHERE account = ? AND expires > ? ORDER BY issued DESC, rowid DESC",
                arguments: [account.uuidString, now.wireNanoseconds]
            ).map(BegunSessionDataModel.init)
        }
    }
}

/// A row of `begunSession` without its account.
public struct BegunSessionDataModel: Hashable, Sendable {
    public let id: UUID
    public let place: String?
    public let issued: Date
    public let expires: Date

    public init(id: UUID, place: String?, issued: Date, expires: Date) {
        self.id = id
        self.place = place
        self.issued = issued
        self.expires = expires
    }

    init(_ row: Row) throws {
        guard let id: UUID = UUID(uuidString: row["id"]) else { throw DamagedRow() }
        self.init(
            id: id, place: row["place"], issued: Date(wireNanoseconds: row["issued"]), expires: Date(wireNanoseconds: row["expires"]))
    }
}
