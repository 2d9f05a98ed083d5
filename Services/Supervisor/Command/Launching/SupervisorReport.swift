import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters

/// What a supervisor in the foreground says while it runs. A detached one says the same to logs/supervisor.log.
enum SupervisorReport {
    static func say(_ text: String) {
        Terminal.report("\(Terminal.coloured(time, .dim)) \(text)")
    }

    static func fail(_ text: String) {
        Terminal.error(text)
    }

    static func changed(_ status: VerticalStatus) {
        let word: String = Terminal.coloured(StatusTable.word(status.state), StatusTable.colour(status.state))
        let process: String = status.pid.map { " (process \($0), generation \(status.generation))" } ?? ""
        say("\(status.name): \(word)\(process)\(status.reason.map { ": \($0)" } ?? "")")
    }

    private static var time: String { Date().formatted(.iso8601) }
}
