import ColonnadeContract
import FoundationEssentials
import Logging

/// One line of a log: `2026-01-02T03:04:05.678Z info maps: message key=value`.
struct LogLine {
    let date: Date
    let level: Logger.Level
    let label: String
    let message: String
    let metadata: Logger.Metadata

    /// The line with its line break. It is a single line whatever the message contains.
    var text: String {
        let time: String = DateText.format(milliseconds: date.wireNanoseconds / 1_000_000)
        return "\(time) \(level.rawValue) \(label): \(said)\n"
    }

    /// The message and its values, without what the journal knows in fields of its own.
    var said: String {
        metadata.sorted(by: { $0.key < $1.key }).reduce(into: Self.escaped(message)) { text, value in
            text += " \(value.key)=\(Self.quoted(value.value.description))"
        }
    }

    private static func quoted(_ value: String) -> String {
        let isPlain: Bool = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        return isPlain ? value : "\"\(escaped(value, quotes: true))\""
    }

    /// Escapes control characters, so that no value can end the line or control a terminal.
    private static func escaped(_ value: String, quotes: Bool = false) -> String {
        guard value.unicodeScalars.contains(where: { isControl($0) || quotes && $0 == "\"" }) else { return value }
        return value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\"" where quotes: text += "\\\""
            case _ where isControl(scalar): text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Unicode's category Cc.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
