import ColonnadeContract
import ColonnadeCryptography
import Foundation
import GRDB

/// Invitations that wait for who was invited.
public struct InvitationRepository: Sendable {
    /// The most invitations that wait; the oldest go first.
    public static let limit: Int = 10_000

    private let database: AccountsDatabase

    public init(_ database: AccountsDatabase) {
        self.database = database
    }

    /// Keeps an invitation in the place of an older one for the same name.
    /// - Returns: false where an account has the name.
    public func add(_ invitation: InvitationDataModel, code: InvitationSecret, now: Date) async throws -> Bool {
        let wards: String = String(decoding: try JSONEncoder().encode(invitation.wards), as: UTF8.self)
        return try await database.pool.write { db in
            let isTaken: Bool? = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE nameKey = ?)", arguments: [invitation.nameKey])
            guard isTaken != true else { return false }
            try db.execute(
                sql: "DELETE FROM invitation WHERE nameKey = ? OR expires <= ?", arguments: [invitation.nameKey, now.wireNanoseconds])
            try db.execute(
                sql: """
                    DELETE FROM invitation WHERE selector IN (
                        SELECT selector FROM invitation ORDER BY expires DESC LIMIT -1 OFFSET ?)
                    """, arguments: [Self.limit - 1])
            try db.execute(
                sql: """
                    INSERT INTO invitation (selector, verifier, name, nameKey, role, patient, wards, expires)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(code.selector), Data(code.hash), invitation.name, invitation.nameKey, invitation.role, invitation.patient, wards,
                    invitation.expires.wireNanoseconds,
                ])
            return true
        }
    }

    /// The invitation that a code was made for; nil where there is none, or none any more.
    public func invitation(_ code: InvitationSecret, now: Date) async throws -> InvitationDataModel? {
        try await database.pool.read { db in try Self.invitation(code, now: now, in: db) }
    }

    /// Makes an account of an invitation, which is gone then.
    /// - Returns: false where there is no such invitation, or none any more.
    public func accept(
        _ code: InvitationSecret, account: AccountDataModel, wards: [(patient: String, user: UUID)], now: Date
    ) async throws -> Bool {
        try await database.pool.write { db in
            guard try Self.invitation(code, now: now, in: db)?.nameKey == account.nameKey else { return false }
            try db.execute(sql: "DELETE FROM invitation WHERE selector = ?", arguments: [Data(code.selector)])
            try AccountRepository.insert(account, wards: wards, now: now, in: db)
            return true
        }
    }

    private static func invitation(_ code: InvitationSecret, now: Date, in db: Database) throws -> InvitationDataModel? {
        let found: Row? = try Row.fetchOne(
            db, sql: "SELECT * FROM invitation WHERE selector = ? AND expires > ?", arguments: [Data(code.selector), now.wireNanoseconds])
        guard let row: Row = found else { return nil }
        let verifier: Data = row["verifier"]
        guard ConstantTime.areEqual(Array(verifier), code.hash) else { return nil }
        let wards: String = row["wards"]
        return InvitationDataModel(
            name: row["name"], nameKey: row["nameKey"], role: row["role"], patient: row["patient"],
            wards: try JSONDecoder().decode([String].self, from: Data(wards.utf8)),
            expires: Date(wireNanoseconds: row["expires"]))
    }
}
