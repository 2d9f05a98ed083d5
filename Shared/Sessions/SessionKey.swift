import ColonnadeCryptography

/// A public key by which sessions are checked (Ed25519, RFC 8032).
struct SessionKey: Sendable {
    /// The first eight bytes of the key's SHA-256: two authorities need not agree on names for their keys.
    let id: UInt64
    private let key: Ed25519.PublicKey

    /// - Returns: nil where these 32 bytes are no key.
    init?(_ bytes: [UInt8]) {
        guard let key: Ed25519.PublicKey = Ed25519.PublicKey(bytes) else { return nil }
        self.key = key
        id = Self.id(of: bytes)
    }

    static func id(of bytes: [UInt8]) -> UInt64 {
        SHA256.digest(of: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    func hasSigned(_ bytes: [UInt8], _ signature: [UInt8]) -> Bool {
        key.hasSigned(bytes, signature)
    }
}
