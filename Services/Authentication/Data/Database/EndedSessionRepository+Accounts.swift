import ColonnadeContract
import Foundation
import GRDB

extension EndedSessionRepository {
    /// Ends one of the sessions that an account is known to have begun, and the minors' that were made from it; returns once that is on disk.
    /// - Returns: as in ``end(_:now:)``; nil where the account has no such session.
    public func end(
        _ id: UUID, of account: UUID, now: Date
    ) async throws -> (revocation: EndedSessionDataModel, sessions: [UUID])? {
        try await database.pool.write { db in
            let row: Row? = try Row.fetchOne(
                db, sql: "SELECT * FROM begunSession WHERE id = ? AND account = ? AND expires > ?",
                arguments: [id.uuidString, account.uuidString, now.wireNanoseconds])
            guard let begun: BegunSessionDataModel = try row.map(BegunSessionDataModel.init) else { return nil }
            return try Self.end(
                LivingSessionDataModel(id: begun.id, user: account, issued: begun.issued, expires: begun.expires), now: now, in: db)
        }
    }

    /// Ends all sessions of an account that were begun by now, and the minors' that were made from them; returns once that is on disk.
    /// - Parameter longest: when the last of them would have expired.
    /// - Returns: what is told to those who check sessions, and those of the sessions that are known one by one.
    public func endAll(
        of account: UUID, now: Date, until longest: Date
    ) async throws -> (revocation: EndedSessionDataModel, sessions: [UUID]) {
        try await database.pool.write { db in
            try Self.forgetExpired(now, in: db)
            let known: [UUID] = try String.fetchAll(
                db,
                sql: "SELECT id FROM begunSession WHERE account = :account UNION SELECT id FROM minorSession WHERE guardian = :account",
                arguments: ["account": account.uuidString]
            ).compactMap(UUID.init(uuidString:))
            let older: Row? = try Row.fetchOne(db, sql: "SELECT * FROM revocation WHERE session = ?", arguments: [account.uuidString])
            let revocation: EndedSessionDataModel = EndedSessionDataModel(
                id: account, issued: now, expires: max(longest, try older.map(EndedSessionDataModel.init)?.expires ?? longest))
            // The one row says all that those of single sessions have said.
            try db.execute(sql: "DELETE FROM revocation WHERE account = ?", arguments: [account.uuidString])
            try Self.insert(revocation, of: account, in: db)
            try db.execute(sql: "DELETE FROM minorSession WHERE guardian = ?", arguments: [account.uuidString])
            try db.execute(sql: "DELETE FROM begunSession WHERE account = ?", arguments: [account.uuidString])
            return (revocation, known)
        }
    }
}
