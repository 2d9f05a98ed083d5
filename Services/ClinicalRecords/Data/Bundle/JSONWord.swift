import Foundation

/// The text of a short JSON string.
enum JSONWord {
    /// - Parameter bytes: what stands between the quotation marks, already checked; may be cut at the end.
    static func text(of bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        let quoted: [UInt8] = Array("[\"".utf8) + bytes + Array("\"]".utf8)
        let words: [String]? = try? JSONDecoder().decode([String].self, from: Data(quoted))
        return words?.first ?? String(decoding: bytes, as: UTF8.self)
    }
}
