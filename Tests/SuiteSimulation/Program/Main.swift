import CSettle
import Glibc
import Logging

/// Runs the whole clinic, its four verticals and the supervisor's decisions, in one process and in virtual time: see ``Command``.
@main
enum Main {
    static func main() {
        csettle_begin()
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        exit(Command(CommandLine.arguments.dropFirst()).run() ? 0 : 1)
    }
}
