/// The lines of an iCalendar object.
enum CalendarLine {
    /// RFC 5545, 3.1: octets in a line, its end left out.
    private static let octets: Int = 75

    /// Text as a value (RFC 5545, 3.3.11). Control characters have no place in one.
    static func escaped(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            case "\t": escaped += "\t"
            default: if scalar.value >= 0x20, scalar.value != 0x7F { escaped.unicodeScalars.append(scalar) }
            }
        }
    }

    /// The line cut where it is too long, each further part behind a line's end and a space; no character is cut.
    static func folded(_ line: String) -> String {
        var folded: String = ""
        var count: Int = 0
        for scalar: Unicode.Scalar in line.unicodeScalars {
            let size: Int = String(scalar).utf8.count
            if count + size > octets {
                folded += "\r\n "
                count = 1
            }
            folded.unicodeScalars.append(scalar)
            count += size
        }
        return folded
    }
}
