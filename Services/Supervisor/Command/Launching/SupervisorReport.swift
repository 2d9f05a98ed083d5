import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters
import SupervisorCore
private import Synchronization

/// What a supervisor in the foreground says while it runs. A detached one says the same to logs/supervisor.log.
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
        keepLog()
        Terminal.report("\(Terminal.coloured(time, .dim)) \(text)")
    }

    static func fail(_ text: String) {
        keepLog()
        Terminal.error(text.printable)
    }

    static func changed(_ status: VerticalStatus) {
        let word: String = Terminal.coloured(StatusTable.word(status.state), StatusTable.colour(status.state))
        let process: String = status.pid.map { " (process \($0), generation \(status.generation))" } ?? ""
        say("\(status.name): \(word)\(process)\(status.reason.map { ": \($0.printable)" } ?? "")")
    }

    private static var time: String { Date().formatted(.iso8601) }
}
