private import FoundationEssentials

/// A URL as deep links see it: a path and the query's parameters. Scheme and host are left out, so that `clinic://app/places/7`,
/// `http://localhost:8080/places/7` and `/places/7` are the same link.
public struct Link: Hashable, Sendable {
    /// The longest URL that is taken, in bytes of UTF-8.
    public static let longestURL: Int = 4096

    /// The path's segments without their percent-encoding: `/places/a%2Fb` has `places` and `a/b`.
    public let segments: [String]
    /// The query's parameters by name; where a name stands twice, the last counts.
    public let query: [String: String]

    /// Reads a URL, or a path with a query.
    /// - Returns: nil where it is no URL, is longer than ``longestURL``, or holds control characters or empty segments.
    public init?(_ url: String) {
        guard url.utf8.count <= Self.longestURL, let components: URLComponents = URLComponents(string: url) else { return nil }
        var encoded: [Substring] = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
        if encoded.first?.isEmpty == true { encoded.removeFirst() }
        if encoded.last?.isEmpty == true { encoded.removeLast() }
        let decoded: [String] = encoded.compactMap(Self.decoded)
        guard decoded.count == encoded.count, decoded.allSatisfy(Self.isPlain) else { return nil }
        var query: [String: String] = [:]
        for item: URLQueryItem in components.queryItems ?? [] {
            let value: String = item.value ?? ""
            guard Self.isPlain(item.name), value.isEmpty || Self.isPlain(value) else { return nil }
            query[item.name] = value
        }
        segments = decoded
        self.query = query
    }

    /// The path as a person reads it: `/places/7`.
    public var path: String { "/" + segments.joined(separator: "/") }

    /// A segment without its percent-encoding (RFC 3986, 2.1); nil where that is no UTF-8.
    private static func decoded(_ segment: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest: Substring.UTF8View = segment.utf8
        while let byte: UInt8 = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high: UInt8 = rest.popFirst().flatMap(hexDigit), let low: UInt8 = rest.popFirst().flatMap(hexDigit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8($0) }
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
