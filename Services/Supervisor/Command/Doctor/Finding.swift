import ColonnadeContract

/// What the doctor has looked at, and what came of it.
struct Finding: Equatable {
    enum Severity: String {
        case fine
        /// The suite runs, with less than it could have.
        case warning
        /// Something does not work.
        case error
    }

    let severity: Severity
    /// What it is about, in a sentence.
    let text: String
    /// What mends it, a command where there is one; nil where nothing has to be.
    let remedy: String?

    static func fine(_ text: String) -> Finding { Finding(severity: .fine, text: text, remedy: nil) }

    static func warning(_ text: String, _ remedy: String) -> Finding { Finding(severity: .warning, text: text, remedy: remedy) }

    static func error(_ text: String, _ remedy: String) -> Finding { Finding(severity: .error, text: text, remedy: remedy) }

    var lines: [String] {
        let mark: String =
            switch severity {
            case .fine: Terminal.coloured("ok   ", .green)
            case .warning: Terminal.coloured("warn ", .yellow)
            case .error: Terminal.coloured("error", .red)
            }
        return ["\(mark)  \(text.printable)"] + (remedy.map { ["       → \($0.printable)"] } ?? [])
    }

    var json: JSONValue {
        .object(["severity": .string(severity.rawValue), "text": .string(text), "remedy": remedy.map { .string($0) } ?? .null])
    }
}
