internal import CSodium
import Glibc

// All in one file: the optimizer of Swift 6.3 crashes where a module of several files calls C by spans.

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The 32 bytes of the digest.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        Sodium.prepare()
        var digest: [UInt8] = [UInt8](repeating: 0, count: 32)
        var output: MutableSpan<UInt8> = digest.mutableSpan
        csodium_sha256(&output, bytes.span)
        return digest
    }
}

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The 32 bytes of the authentication code.
    /// - Parameter key: of any length; 32 random bytes are best.
    public static func code(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Sodium.prepare()
        var code: [UInt8] = [UInt8](repeating: 0, count: 32)
        var output: MutableSpan<UInt8> = code.mutableSpan
        csodium_hmac_sha256(&output, bytes.span, key.span)
        return code
    }
}

/// Comparisons that take as long for any difference.
public enum ConstantTime {
    /// Whether the bytes are the same. Their number is no secret.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        Sodium.prepare()
        return one.count == other.count && csodium_differ(one.span, other.span) == 0
    }
}

/// Signatures by Ed25519 (RFC 8032). Keys and signatures are the bytes of the RFC.
public enum Ed25519 {
    /// Bytes of a private key (the RFC's seed), of a public key, and of a signature.
    public static let byteCount: (privateKey: Int, publicKey: Int, signature: Int) = (32, 32, 64)

    /// Signs.
    public struct PrivateKey: Sendable {
        /// 32 bytes, for nobody else to know.
        public let bytes: [UInt8]
        /// What checks the signatures.
        public let publicKey: PublicKey
        private let expanded: [UInt8]

        /// A new key.
        public init() {
            Sodium.prepare()
            var seed: [UInt8] = [UInt8](repeating: 0, count: Ed25519.byteCount.privateKey)
            var output: MutableSpan<UInt8> = seed.mutableSpan
            csodium_random(&output)
            self.init(expanding: seed)
        }

        /// A key that was kept.
        /// - Returns: nil where these are not 32 bytes.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == Ed25519.byteCount.privateKey else { return nil }
            self.init(expanding: bytes)
        }

        private init(expanding seed: [UInt8]) {
            Sodium.prepare()
            var publicBytes: [UInt8] = [UInt8](repeating: 0, count: Ed25519.byteCount.publicKey)
            var expanded: [UInt8] = [UInt8](repeating: 0, count: 64)
            var output: MutableSpan<UInt8> = publicBytes.mutableSpan
            var expandedOutput: MutableSpan<UInt8> = expanded.mutableSpan
            csodium_ed25519_keys(&output, &expandedOutput, seed.span)
            bytes = seed
            publicKey = PublicKey(checked: publicBytes)
            self.expanded = expanded
        }

        /// The 64 bytes of the signature; always the same for the same message.
        public func signature(for message: [UInt8]) -> [UInt8] {
            var signature: [UInt8] = [UInt8](repeating: 0, count: Ed25519.byteCount.signature)
            var output: MutableSpan<UInt8> = signature.mutableSpan
            csodium_ed25519_sign(&output, message.span, expanded.span)
            return signature
        }
    }

    /// Checks signatures.
    public struct PublicKey: Sendable, Hashable {
        /// 32 bytes, for anybody to know.
        public let bytes: [UInt8]

        /// - Returns: nil where these are not 32 bytes. Bytes that are no point of the curve check no signature.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == Ed25519.byteCount.publicKey else { return nil }
            self.bytes = bytes
        }

        fileprivate init(checked bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Whether the private key has signed the message.
        public func hasSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
            guard signature.count == Ed25519.byteCount.signature else { return false }
            Sodium.prepare()
            return csodium_ed25519_verify(signature.span, message.span, bytes.span) == 0
        }
    }
}

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

/// libsodium, made ready once in a process.
enum Sodium {
    private static let isReady: Bool = sodium_init() >= 0

    /// Whoever calls into the library calls this first. From any thread.
    static func prepare() {
        // It fails only where the kernel gives no random numbers: nothing that follows would be safe.
        precondition(isReady, "libsodium can not be used: the system gives no random numbers")
    }
}
