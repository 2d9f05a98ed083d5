import Crypto
import CryptoExtras
import Foundation

/// scrypt (RFC 7914): slow, and in need of much memory, for who has to guess.
public struct Scrypt: Sendable {
    /// Of hashes and of salts.
    public static let byteCount: (hash: Int, salt: Int) = (32, 16)

    private static let purpose: [UInt8] = Array("colonnade.password.v1".utf8)

    public init() {}

    /// What is kept of a password. Blocks for a good while.
    /// - Parameter password: not empty.
    public func hash(_ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, parallelism: Int) throws -> [UInt8] {
        precondition(!password.isEmpty && !salt.isEmpty, "scrypt needs a password and a salt")
        let key: SymmetricKey = try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: Self.byteCount.hash, rounds: 1 << cost, blockSize: blockSize,
            parallelism: parallelism)
        // A key gives no bytes away; what it authenticates serves as well, and can not be turned back either.
        return Array(HMAC<SHA256>.authenticationCode(for: Self.purpose, using: key))
    }

    /// Takes as long for any difference.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        SymmetricKey(data: one) == SymmetricKey(data: other)
    }
}
