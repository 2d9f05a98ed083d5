import Mustache

/// Text that is HTML already. There are three ways to make one: by escaping, by filling a template, and by joining others.
struct HTML: Hashable, Sendable, MustacheCustomRenderable, MustacheParent {
    static let empty: HTML = HTML(trusted: "")

    let text: String

    /// Only ``Template`` and this file may say that something is HTML.
    init(trusted text: String) {
        self.text = text
    }

    /// Text for people, which stays text wherever a template has it, between tags or between double quotes.
    ///
    /// Each Unicode scalar is looked at by itself: as a `Character`, a quote with an accent behind it is no quote any more, while a browser
    /// still sees one. What is not to be seen, or turns the order of what stands around it, is taken out: markup says directions.
    init(escaping text: String) {
        self.init(trusted: Self.escape(text) { Self.readable($0) })
    }

    /// A value of an attribute that a browser sends back as it is, such as an id or what stands in a field.
    init(value text: String) {
        self.init(trusted: Self.escape(text) { $0 })
    }

    var renderText: String { text }

    /// Whether a template's section of it is left out.
    var isNull: Bool { text.isEmpty }

    /// Nothing: in a section of it, names are those around it. Without this, a template would find the stored property by its name.
    func child(named name: String) -> Any? { nil }

    static func + (left: HTML, right: HTML) -> HTML { HTML(trusted: left.text + right.text) }

    static func joined(_ parts: [HTML]) -> HTML { HTML(trusted: parts.map(\.text).joined()) }

    /// Text without what ``init(escaping:)`` takes out, for where no HTML is wanted.
    static func readable(_ text: String) -> String {
        var readable: String = ""
        for scalar: Unicode.Scalar in text.unicodeScalars {
            if let scalar: Unicode.Scalar = Self.readable(scalar) { readable.unicodeScalars.append(scalar) }
        }
        return readable
    }

    private static func escape(_ text: String, _ taken: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        var escaped: String = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar: Unicode.Scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            // A browser makes a line feed of it, and so would not send it back.
            case "\r": escaped += "&#13;"
            case "\0": escaped += "\u{FFFD}"
            default: if let scalar: Unicode.Scalar = taken(scalar) { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    /// - Returns: nil for what sets directions, and the replacement character for control characters.
    private static func readable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": nil
        case "\t", "\n", "\r": scalar
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
        default: scalar
        }
    }
}
