public import AuthenticationData
public import AuthenticationDomain
import ColonnadeContract

/// Hashes passwords by scrypt, few at the same time.
public struct PasswordsByScrypt: CheckPasswordsInterface {
    /// What one password is hashed by; it blocks.
    public typealias Hash = @Sendable (_ password: [UInt8], _ salt: [UInt8], _ work: PasswordWork) throws -> [UInt8]

    /// How long who comes when the queue is full should wait.
    private static let pause: Duration = .seconds(1)

    private let queue: PasswordQueue
    private let work: PasswordWork
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let hash: Hash

    /// - Parameters:
    ///   - work: how much work a password is from now on.
    ///   - randomBytes: fit for secrets.
    ///   - hash: scrypt, where nothing else is given.
    public init(
        queue: PasswordQueue, work: PasswordWork, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8], hash: Hash? = nil
    ) {
        self.queue = queue
        self.work = work
        self.randomBytes = randomBytes
        self.hash =
            hash ?? { password, salt, work in
                try PasswordHash().hash(password, salt: salt, cost: work.cost, blockSize: work.blockSize, parallelism: work.parallelism)
            }
    }

    public func inTurn<Value>(of origin: String?, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await queue.inTurn(of: origin, body)
        } catch is Declined {
            throw AuthenticationProblem.busy(retryAfter: Self.pause)
        }
    }

    public func record(of password: Password) async throws -> PasswordRecord {
        let salt: [UInt8] = randomBytes(PasswordHash.byteCount.salt)
        return PasswordRecord(salt: salt, hash: try await hashed(password, salt, work), work: work)
    }

    public func matches(_ password: Password, _ record: PasswordRecord?, orWork usual: PasswordWork?) async throws -> Bool {
        let compared: PasswordRecord = record ?? Self.nobody(usual ?? work)
        let hash: [UInt8] = try await hashed(password, compared.salt, compared.work)
        let isEqual: Bool = PasswordHash.areEqual(hash, compared.hash)
        return isEqual && record != nil
    }

    public func isOutdated(_ record: PasswordRecord) -> Bool { record.work != work }

    /// What a password is compared with where nobody has the name.
    private static func nobody(_ work: PasswordWork) -> PasswordRecord {
        PasswordRecord(
            salt: [UInt8](repeating: 0, count: PasswordHash.byteCount.salt),
            hash: [UInt8](repeating: 0, count: PasswordHash.byteCount.hash), work: work
        )
    }

    private func hashed(_ password: Password, _ salt: [UInt8], _ work: PasswordWork) async throws -> [UInt8] {
        try await queue.hash { [hash] in try hash(password.bytes, salt, work) }
    }
}
