import Foundation
import GRDB

/// A row of `account`.
public struct AccountDataModel: Hashable, Sendable {
    public let id: UUID
    public let name: String
    public let nameKey: String
    public let role: String
    public let patient: String?
    public let password: PasswordDataModel

    public init(id: UUID, name: String, nameKey: String, role: String, patient: String?, password: PasswordDataModel) {
        self.id = id
        self.name = name
        self.nameKey = nameKey
        self.role = role
        self.patient = patient
        self.password = password
    }

    init(_ row: Row) throws {
        guard let id: UUID = UUID(uuidString: row["id"]) else { throw DamagedRow() }
        self.init(
            id: id, name: row["name"], nameKey: row["nameKey"], role: row["role"], patient: row["patient"],
            password: PasswordDataModel(row))
    }
}

/// The columns of `account` that keep a password.
public struct PasswordDataModel: Hashable, Sendable {
    public let salt: [UInt8]
    public let hash: [UInt8]
    public let cost: Int
    public let blockSize: Int
    public let parallelism: Int

    public init(salt: [UInt8], hash: [UInt8], cost: Int, blockSize: Int, parallelism: Int) {
        self.salt = salt
        self.hash = hash
        self.cost = cost
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    init(_ row: Row) {
        let (salt, hash): (Data, Data) = (row["salt"], row["hash"])
        self.init(
            salt: Array(salt), hash: Array(hash), cost: row["cost"], blockSize: row["blockSize"], parallelism: row["parallelism"])
    }

    var arguments: StatementArguments { [Data(salt), Data(hash), cost, blockSize, parallelism] }
}

/// A row of `invitation` without its code.
public struct InvitationDataModel: Hashable, Sendable {
    public let name: String
    public let nameKey: String
    public let role: String
    public let patient: String?
    public let wards: [String]
    public let expires: Date

    public init(name: String, nameKey: String, role: String, patient: String?, wards: [String], expires: Date) {
        self.name = name
        self.nameKey = nameKey
        self.role = role
        self.patient = patient
        self.wards = wards
        self.expires = expires
    }
}

/// A row that this program has not written.
public struct DamagedRow: Error, CustomStringConvertible {
    public init() {}

    public var description: String { "accounts.sqlite has a row that can not be read; bring back a copy of the file from before" }
}
