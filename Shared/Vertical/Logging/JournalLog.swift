import ColonnadeContract
import ColonnadeEventLoop
import Logging

/// Sends log lines to systemd's journal, each with who says it and its values as fields.
///
/// `COLONNADE_VERTICAL` is the vertical, `COLONNADE_GENERATION` its process where a supervisor counts them, `COLONNADE_TRACE` the trace of
/// the call that is carried out. A value of the line is `COLONNADE_` and its key: `COLONNADE_BOARD`.
struct JournalLog: Sendable {
    private static let prefix: String = "COLONNADE_"
    /// What no value of a line may say.
    private static let own: Set<String> = ["COLONNADE_VERTICAL", "COLONNADE_GENERATION", "COLONNADE_TRACE", "COLONNADE_DROPPED"]

    private let socket: JournalSocket
    private let generation: String?

    /// Nil where standard error does not lead to the journal.
    init?(environment: [String: String]) {
        guard JournalSocket.isJournal(environment["JOURNAL_STREAM"]), let socket: JournalSocket = try? JournalSocket() else { return nil }
        self.init(socket, generation: environment["COLONNADE_GENERATION"])
    }

    init(_ socket: JournalSocket, generation: String?) {
        self.socket = socket
        self.generation = generation
    }

    func send(_ line: LogLine) {
        socket.send(entry(of: line))
    }

    func entry(of line: LogLine) -> JournalEntry {
        var entry: JournalEntry = JournalEntry(message: line.said, priority: Self.priority(line.level))
        entry.add("SYSLOG_IDENTIFIER", "svc-\(line.label)")
        entry.add("COLONNADE_VERTICAL", line.label)
        if let generation { entry.add("COLONNADE_GENERATION", generation) }
        if let trace: TraceID = CallMetadata.current.traceparent.flatMap({ TraceContext(parsing: $0) })?.trace {
            entry.add("COLONNADE_TRACE", trace.description)
        }
        for (key, value) in line.metadata.sorted(by: { $0.key < $1.key }) {
            let name: String = JournalEntry.name(key, prefix: Self.prefix)
            if !Self.own.contains(name) { entry.add(name, value.description) }
        }
        return entry
    }

    private static func priority(_ level: Logger.Level) -> JournalEntry.Priority {
        switch level {
        case .trace, .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}
