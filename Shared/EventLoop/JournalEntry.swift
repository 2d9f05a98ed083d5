/// One entry of systemd's journal, in the form in which journald takes it (https://systemd.io/JOURNAL_NATIVE_PROTOCOL).
public struct JournalEntry: Hashable, Sendable {
    /// How severe it is, as in syslog(3).
    public enum Priority: Int, Sendable {
        case critical = 2
        case error
        case warning
        case notice
        case info
        case debug
    }

    /// The longest message, in bytes; what is longer is cut. As long as the longest line that a supervisor keeps whole.
    public static let longestMessage: Int = 16 << 10
    /// The longest value of another field, in bytes; what is longer is cut.
    public static let longestValue: Int = 2 << 10
    /// So many fields beside the message: with all of them as long as they may be, an entry still fits into one datagram.
    public static let mostFields: Int = 48
    /// journald takes no longer name.
    private static let longestName: Int = 64

    /// The datagram.
    public private(set) var bytes: [UInt8] = []
    private var fields: Int = 0

    /// An entry with its message and severity.
    public init(message: String, priority: Priority) {
        append("MESSAGE", message, atMost: Self.longestMessage)
        add("PRIORITY", "\(priority.rawValue)")
    }

    /// Adds a field. A name that journald would not take, and the field after the last that fits, are left out.
    public mutating func add(_ name: String, _ value: String) {
        guard fields < Self.mostFields, Self.isUsable(name) else { return }
        fields += 1
        append(name, value, atMost: Self.longestValue)
    }

    /// The name of a field made of any text: capital letters and digits, everything else is `_`, and what is too long is cut.
    public static func name(_ text: String, prefix: String) -> String {
        let usable: [UInt8] = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return String(decoding: (Array(prefix.utf8) + usable).prefix(longestName), as: UTF8.self)
    }

    private static func isUsable(_ name: String) -> Bool {
        guard let first: UInt8 = name.utf8.first, name.utf8.count <= longestName, (65...90).contains(first) else { return false }
        return name.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// A value with line breaks goes with its length: it can not begin a field of its own.
    private mutating func append(_ name: String, _ value: String, atMost limit: Int) {
        let value: [UInt8] = Self.cut(value, limit)
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            for shift: Int in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.count >> shift)) }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The beginning of a text, which does not end within a character.
    private static func cut(_ text: String, _ limit: Int) -> [UInt8] {
        guard text.utf8.count > limit else { return Array(text.utf8) }
        var end: String.Index = text.utf8.index(text.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return Array(text.utf8[..<end])
    }
}
