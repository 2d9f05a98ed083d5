/// One change of a page that a browser shows, for its script.
public enum PageChange: Hashable, Sendable {
    /// What has this DOM id is this HTML now.
    case replace(id: String, html: String)
    /// What has this DOM id is gone.
    case remove(id: String)
    /// New HTML inside one DOM id: behind the child with the other, or first.
    case insert(after: String?, inside: String, html: String)
    /// The window's title is this text now.
    case title(String)

    /// The data of one `change` event: a JSON array in one line.
    public static func json(_ changes: [PageChange]) -> String {
        "[" + changes.map(\.json).joined(separator: ",") + "]"
    }

    private var json: String {
        switch self {
        case .replace(let id, let html): "{\"op\":\"replace\",\"id\":\(Self.quoted(id)),\"html\":\(Self.quoted(html))}"
        case .remove(let id): "{\"op\":\"remove\",\"id\":\(Self.quoted(id))}"
        case .insert(let after, let inside, let html):
            "{\"op\":\"insert\",\"after\":\(after.map(Self.quoted) ?? "null"),\"inside\":\(Self.quoted(inside)),\"html\":\(Self.quoted(html))}"
        case .title(let text): "{\"op\":\"title\",\"text\":\(Self.quoted(text))}"
        }
    }

    /// A JSON string by RFC 8259, with everything escaped that could end a line somewhere.
    private static func quoted(_ text: String) -> String {
        var quoted: String = "\""
        for scalar: Unicode.Scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits: String = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
