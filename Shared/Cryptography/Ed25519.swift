import CSodium

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
