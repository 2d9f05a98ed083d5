import ColonnadeEventLoop
import FoundationEssentials
public import Logging
private import Synchronization

/// Writes log lines to standard error, where the supervisor reads them; or to systemd's journal, with fields, where standard error leads
/// there. When nobody reads, lines are dropped and counted: a daemon does not block on its log.
public struct StandardErrorLog: LogHandler {
    /// The journal, where standard error leads there: lines have fields then.
    private static let journal: JournalLog? = JournalLog(environment: ProcessInfo.processInfo.environment)
    /// How many lines were dropped since the last one that was written.
    private static let dropped: Mutex<Int> = Mutex(0)

    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level
    private let label: String

    /// A log handler, for one logger.
    /// - Parameters:
    ///   - label: who logs; the vertical's name.
    ///   - level: less severe messages are not written.
    public init(label: String, level: Logger.Level) {
        self.label = label
        logLevel = level
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all: Logger.Metadata = metadata
        if let provided: Logger.Metadata = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own: Logger.Metadata = event.metadata { all.merge(own) { _, new in new } }
        if let error: any Error = event.error { all["error"] = "\(error)" }
        Self.write(LogLine(date: Date(), level: event.level, label: label, message: event.message.description, metadata: all))
    }

    private static func write(_ line: LogLine) {
        if let journal { return journal.send(line) }
        let lost: Int = dropped.withLock { count in
            defer { count = 0 }
            return count
        }
        var text: String = line.text
        if lost > 0 {
            text =
                LogLine(
                    date: line.date, level: .warning, label: line.label, message: "log lines were dropped: nobody read them",
                    metadata: ["lines": "\(lost)"]
                ).text + text
        }
        if !StandardError.write(Array(text.utf8)) { dropped.withLock { $0 += lost + 1 } }
    }
}
