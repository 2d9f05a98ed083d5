import FoundationEssentials

/// Base64 as in RFC 4648, section 4.
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// - Returns: nil where it is not base64.
    static func decode(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { [UInt8]($0) }
    }
}
