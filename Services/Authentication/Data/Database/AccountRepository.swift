import ColonnadeContract
import Foundation
import GRDB

/// Accounts and their wards.
public struct AccountRepository: Sendable {
    private let database: AccountsDatabase

    public init(_ database: AccountsDatabase) {
        self.database = database
    }

    public func account(nameKey: String) async throws -> AccountDataModel? {
        try await database.pool.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM account WHERE nameKey = ?", arguments: [nameKey]).map(AccountDataModel.init)
        }
    }

    /// The parameters that most passwords were kept with; nil where there are none.
    public func usualWork() async throws -> (cost: Int, blockSize: Int, parallelism: Int)? {
        try await database.pool.read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT cost, blockSize, parallelism FROM passwordWork WHERE accounts > 0 ORDER BY accounts DESC, cost DESC LIMIT 1"
            ).map { ($0["cost"], $0["blockSize"], $0["parallelism"]) }
        }
    }

    public func hasAccount(role: String) async throws -> Bool {
        try await database.pool.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE role = ?)", arguments: [role]) ?? false
        }
    }

    /// The id by which a ward's sessions are known.
    public func ward(_ patient: String, of account: UUID) async throws -> UUID? {
        try await database.pool.read { db in
            try String.fetchOne(
                db, sql: "SELECT user FROM ward WHERE account = ? AND patient = ?", arguments: [account.uuidString, patient])
        }.flatMap(UUID.init(uuidString:))
    }

    /// The patients who are wards of an account, in the order in which they were kept.
    public func wards(of account: UUID) async throws -> [String] {
        try await database.pool.read { db in
            try String.fetchAll(db, sql: "SELECT patient FROM ward WHERE account = ? ORDER BY rowid", arguments: [account.uuidString])
        }
    }

    public func keep(_ password: PasswordDataModel, of account: UUID) async throws {
        try await database.pool.write { db in
            try db.execute(
                sql: "UPDATE account SET salt = ?, hash = ?, cost = ?, blockSize = ?, parallelism = ? WHERE id = ?",
                arguments: password.arguments + [account.uuidString])
        }
    }

    static func insert(_ account: AccountDataModel, wards: [(patient: String, user: UUID)], now: Date, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO account (id, name, nameKey, role, patient, salt, hash, cost, blockSize, parallelism, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [account.id.uuidString, account.name, account.nameKey, account.role, account.patient]
                + account.password.arguments + [now.wireNanoseconds])
        for ward: (patient: String, user: UUID) in wards {
            try db.execute(
                sql: "INSERT INTO ward (account, patient, user) VALUES (?, ?, ?)",
                arguments: [account.id.uuidString, ward.patient, ward.user.uuidString])
        }
    }
}
