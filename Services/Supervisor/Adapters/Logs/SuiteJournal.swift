public import ColonnadeEventLoop
import FoundationEssentials

/// Sends what a supervisor and its children say to systemd's journal, with fields, where the supervisor's own output leads there.
///
/// `COLONNADE_VERTICAL` and `COLONNADE_GENERATION` say whose process it was, as the supervisor knows it, whatever the line says.
public struct SuiteJournal: Sendable {
    /// Nil where this process does not write to the journal.
    public static let own: SuiteJournal? = SuiteJournal(stream: ProcessInfo.processInfo.environment["JOURNAL_STREAM"])

    private let socket: JournalSocket

    /// - Parameter stream: what JOURNAL_STREAM says; nil where standard error does not lead there.
    init?(stream: String?) {
        guard JournalSocket.isJournal(stream), let socket: JournalSocket = try? JournalSocket() else { return nil }
        self.init(socket)
    }

    init(_ socket: JournalSocket) {
        self.socket = socket
    }

    /// What the supervisor itself says, of one vertical's process or of the suite.
    public func say(_ text: String, _ priority: JournalEntry.Priority, vertical: String? = nil, generation: UInt64? = nil) {
        var entry: JournalEntry = JournalEntry(message: text, priority: priority)
        entry.add("SYSLOG_IDENTIFIER", "svc-supervisor")
        if let vertical { entry.add("COLONNADE_VERTICAL", vertical) }
        if let generation { entry.add("COLONNADE_GENERATION", "\(generation)") }
        socket.send(entry)
    }

    /// A line that a child wrote.
    func pass(_ line: [UInt8], of vertical: String, as identifier: String, generation: UInt64) {
        let line: LoggedLine = LoggedLine(line)
        var entry: JournalEntry = JournalEntry(message: line.message, priority: line.priority)
        entry.add("SYSLOG_IDENTIFIER", identifier)
        entry.add("COLONNADE_VERTICAL", vertical)
        entry.add("COLONNADE_GENERATION", "\(generation)")
        socket.send(entry)
    }
}
