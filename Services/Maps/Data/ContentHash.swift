/// Tells whether a content has changed: its length and its 64-bit FNV-1a hash (RFC 9923). It guards against a needless
/// load, not against an attacker.
struct ContentHash: Hashable, Sendable {
    let text: String

    init(_ bytes: [UInt8]) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte: UInt8 in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        text = "fnv1a-\(bytes.count)-\(String(hash, radix: 16))"
    }
}
