/// A type as a descriptor writes it, taken apart: `[Place]`, `String?`, `[String: Int]`, `[UInt8]`, `Void`.
indirect enum TypeExpression: Hashable, Sendable {
    case named(String)
    case optional(TypeExpression)
    case array(TypeExpression)
    case dictionary(key: TypeExpression, value: TypeExpression)

    /// Takes a type apart; what is not written as a type is taken as a name.
    init(_ text: String) {
        let text: String = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        if text == "()" {
            self = .named("Void")
        } else if text.hasSuffix("?") {
            self = .optional(TypeExpression(String(text.dropLast())))
        } else if text == "[UInt8]" || !text.hasPrefix("[") || !text.hasSuffix("]") {
            self = .named(text)
        } else {
            let inner: Substring = text.dropFirst().dropLast()
            if let colon: Substring.Index = Self.topLevelColon(in: inner) {
                self = .dictionary(
                    key: TypeExpression(String(inner[..<colon])), value: TypeExpression(String(inner[inner.index(after: colon)...])))
            } else {
                self = .array(TypeExpression(String(inner)))
            }
        }
    }

    private static func topLevelColon(in text: Substring) -> Substring.Index? {
        var depth: Int = 0
        for index: Substring.Index in text.indices {
            switch text[index] {
            case "[": depth += 1
            case "]": depth -= 1
            case ":" where depth == 0: return index
            default: break
            }
        }
        return nil
    }

    /// Every name in it.
    var names: [String] {
        switch self {
        case .named(let name): [name]
        case .optional(let inner), .array(let inner): inner.names
        case .dictionary(let key, let value): key.names + value.names
        }
    }
}
