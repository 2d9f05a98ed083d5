import ColonnadeCryptography

/// What is kept of a password: a code by a key that scrypt derives from it.
public struct PasswordHash: Sendable {
    /// Of hashes and of salts.
    public static let byteCount: (hash: Int, salt: Int) = (32, 16)

    private static let purpose: [UInt8] = Array("colonnade.password.v1".utf8)

    public init() {}

    /// Blocks for a good while.
    /// - Parameter password: not empty.
    public func hash(_ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, parallelism: Int) throws -> [UInt8] {
        precondition(!password.isEmpty && !salt.isEmpty, "scrypt needs a password and a salt")
        let key: [UInt8] = try Scrypt.derivedKey(
            password: password, salt: salt, rounds: 1 << cost, blockSize: UInt32(blockSize), parallelism: UInt32(parallelism),
            byteCount: Self.byteCount.hash)
        return HMACSHA256.code(for: Self.purpose, key: key)
    }

    /// Takes as long for any difference.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        ConstantTime.areEqual(one, other)
    }
}
