import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// Where people and scripts read. Colours and progress are for terminals only.
enum Terminal {
    /// The colours in use; https://no-color.org is respected.
    enum Colour: String {
        case green = "32"
        case yellow = "33"
        case red = "31"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
        case dim = "2"
    }

    private static let allowsColour: Bool = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// Whether standard error is a terminal.
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

    /// A line on standard output.
    /// - Returns: false where nobody reads any more.
    @discardableResult
    static func line(_ text: String) -> Bool {
        StandardOutput.write(Array("\(text)\n".utf8))
    }

    /// A line on standard output that is lost where nobody reads: a terminal that was stopped may not stop who writes.
    static func report(_ text: String) {
        StandardOutput.write(Array("\(text)\n".utf8), patience: .milliseconds(50))
    }

    /// A line on standard error.
    static func error(_ text: String) {
        StandardError.write(Array("\(text)\n".utf8), patience: .seconds(1))
    }

    /// A text in place of the one before; empty to clear it.
    static func progress(_ text: String) {
        guard showsProgress else { return }
        StandardError.write(Array("\r\u{1B}[K\(text)".utf8))
    }

    /// A text whose own control characters are shown, in a colour where there are colours.
    static func coloured(_ text: String, _ colour: Colour) -> String {
        StandardOutput.isTerminal && allowsColour ? "\u{1B}[\(colour.rawValue)m\(text.printable)\u{1B}[0m" : text.printable
    }

    /// Columns of equal width; the last one is as wide as it is.
    static func table(_ rows: [[String]]) -> [String] {
        let widths: [Int] = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
            }.joined()
        }
    }
}
