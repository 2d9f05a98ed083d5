/// The text of a unit, section by section.
struct UnitText {
    private(set) var text: String = "# Made by `svc-supervisor units`; what is changed here goes with the next time.\n"

    mutating func section(_ name: String) {
        text += "\n[\(name)]\n"
    }

    mutating func set(_ key: String, _ value: String) {
        text += "\(key)=\(value)\n"
    }

    /// Nothing is written for nil.
    mutating func set(_ key: String, _ value: Int?) {
        if let value { set(key, "\(value)") }
    }

    mutating func set(_ key: String, _ value: Duration) {
        set(key, Self.span(value))
    }

    /// A list in one line; nothing is written for none.
    mutating func set(_ key: String, list: [String]) {
        if !list.isEmpty { set(key, list.joined(separator: " ")) }
    }

    mutating func add(_ lines: [(key: String, value: String)]) {
        for line: (key: String, value: String) in lines { set(line.key, line.value) }
    }

    /// A time in the largest of seconds, milliseconds and microseconds that leaves no rest.
    static func span(_ duration: Duration) -> String {
        let (seconds, attoseconds): (Int64, Int64) = duration.components
        let microseconds: Int64 = attoseconds / 1_000_000_000_000
        if microseconds == 0 { return "\(seconds)s" }
        if microseconds % 1_000 == 0 { return "\(seconds * 1_000 + microseconds / 1_000)ms" }
        return "\(seconds * 1_000_000 + microseconds)us"
    }

    /// A command line whose words reach the program as they are: quotes, spaces, `$` and `%` mean nothing.
    static func command(_ words: [String]) -> String {
        words.map { quoted($0, in: .command) }.joined(separator: " ")
    }

    /// A variable with its value, as `Environment=` takes it.
    static func variable(_ name: String, _ value: String) -> String {
        quoted("\(name)=\(value)", in: .setting)
    }

    /// A path in a list of paths.
    static func path(_ path: String) -> String {
        quoted(path, in: .setting)
    }

    /// A value that takes the whole line, where only `%` has a meaning.
    static func plain(_ value: String) -> String {
        value.replacing("%", with: "%%")
    }

    private enum Place {
        case command
        case setting
    }

    private static func quoted(_ text: String, in place: Place) -> String {
        var result: String = ""
        var isPlain: Bool = !text.isEmpty
        for scalar: Unicode.Scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%%"
            case "$" where place == .command: result += "$$"
            case "\"", "\\":
                result += "\\\(scalar)"
                isPlain = false
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits: String = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
                isPlain = false
            default:
                result.unicodeScalars.append(scalar)
                if scalar == " " || scalar == "'" || scalar == ";" { isPlain = false }
            }
        }
        return isPlain ? result : "\"\(result)\""
    }
}
