import ColonnadeEventLoop

/// A line that a child wrote, as the journal shows it: a daemon's begins with time, severity and vertical, which are fields there.
struct LoggedLine {
    private static let priorities: [Substring: JournalEntry.Priority] = [
        "trace": .debug, "debug": .debug, "info": .info, "notice": .notice, "warning": .warning, "error": .error, "critical": .critical,
    ]

    let message: String
    let priority: JournalEntry.Priority

    /// Any other line is kept as it is.
    init(_ bytes: [UInt8]) {
        let text: String = String(decoding: bytes, as: UTF8.self)
        let parts: [Substring] = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count == 4, parts[0].first?.isNumber == true, parts[0].last == "Z", parts[2].last == ":",
            let priority: JournalEntry.Priority = Self.priorities[parts[1]]
        {
            (message, self.priority) = (String(parts[3]), priority)
        } else {
            (message, priority) = (text, .info)
        }
    }
}
