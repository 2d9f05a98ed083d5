/// A file that every page needs.
public struct Asset: Hashable, Sendable {
    /// With what is in it in its name, so that a browser may keep it for ever: `octopus-0123456789abcdef.css`.
    public let name: String
    /// As in `text/css; charset=utf-8`.
    public let mediaType: String
    /// The file.
    public let bytes: [UInt8]
    /// What tells this file from others that had its name, for `ETag`.
    public let hash: String

    init(_ kind: String, mediaType: String, text: String) {
        bytes = Array(text.utf8)
        // FNV-1a: it tells versions of our own files apart, and keeps nobody out.
        let sum: UInt64 = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits: String = String(sum, radix: 16)
        hash = String(repeating: "0", count: 16 - digits.count) + digits
        name = "octopus-\(hash).\(kind)"
        self.mediaType = mediaType
    }
}
