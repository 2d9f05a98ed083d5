import CSodium
import Glibc

/// scrypt (RFC 7914): slow, and in need of much memory, for who has to guess.
public enum Scrypt {
    /// There was no memory for it, or no such parameters exist.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What the system says, as in errno(3).
        public let code: Int32

        public var description: String {
            code == ENOMEM ? "there is no memory to hash a password" : "a password can not be hashed with these parameters (errno \(code))"
        }
    }

    /// The derived key. Blocks for a good while, and takes 128 · `blockSize` · `rounds` bytes of memory for as long.
    /// - Parameters:
    ///   - rounds: N of the RFC, a power of two.
    ///   - blockSize: r of the RFC.
    ///   - parallelism: p of the RFC.
    ///   - byteCount: of the key.
    public static func derivedKey(
        password: [UInt8], salt: [UInt8], rounds: UInt64, blockSize: UInt32, parallelism: UInt32, byteCount: Int
    ) throws(Failure) -> [UInt8] {
        Sodium.prepare()
        var key: [UInt8] = [UInt8](repeating: 0, count: byteCount)
        var output: MutableSpan<UInt8> = key.mutableSpan
        let code: Int32 = csodium_scrypt(&output, password.span, salt.span, rounds, blockSize, parallelism)
        guard code == 0 else { throw Failure(code: code) }
        return key
    }
}
