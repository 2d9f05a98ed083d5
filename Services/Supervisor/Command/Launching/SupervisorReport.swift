import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters
import SupervisorCore
private import Synchronization

/// What a supervisor in the foreground says while it runs. A detached one says the same to logs/supervisor.log, and
/// one that systemd runs to the journal.
enum SupervisorReport {
    /// The log to which a detached supervisor writes all that it says; nil for a terminal or what else somebody chose.
    private static let log: Mutex<String?> = Mutex(nil)

    /// Rotates what is said from now on, if it goes to the log of this home.
    static func begin(in home: SuiteHome) {
        let path: String = home.log("supervisor")
        if StandardOutput.isFile(path) { log.withLock { $0 = path } }
    }

    private static func keepLog() {
        guard let path: String = log.withLock({ $0 }) else { return }
        let policy: LogPolicy = LogPolicy()
        // Where that fails, what is said still goes to the file that is open.
        try? StandardOutput.keepLog(at: path, upTo: policy.size, keeping: policy.keep)
    }

    static func say(_ text: String) {
        if let journal: SuiteJournal = .own { return journal.say(text.printable, .info) }
        keepLog()
        Terminal.report("\(Terminal.coloured(time, .dim)) \(text)")
    }

    static func fail(_ text: String) {
        if let journal: SuiteJournal = .own { return journal.say(text.printable, .warning) }
        keepLog()
        Terminal.error(text.printable)
    }

    static func changed(_ status: VerticalStatus) {
        let word: String = Terminal.coloured(StatusTable.word(status.state), StatusTable.colour(status.state))
        let process: String = status.pid.map { " (process \($0), generation \(status.generation))" } ?? ""
        let text: String = "\(status.name): \(word)\(process)\(status.reason.map { ": \($0.printable)" } ?? "")"
        guard let journal: SuiteJournal = .own else { return say(text) }
        journal.say(text, status.state == .failed ? .error : .info, vertical: status.name, generation: status.generation)
    }

    private static var time: String { Date().formatted(.iso8601) }
}
