import CSodium

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
