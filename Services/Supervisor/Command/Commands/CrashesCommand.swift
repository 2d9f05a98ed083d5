import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters

/// `svc-supervisor crashes`.
struct CrashesCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "crashes", abstract: "Show how processes ended that nobody had asked to.",
        discussion: TextLines.unwrapped(
            """
            A failed call names its report. Reports stay when the suite goes down; the oldest of them go when there are more than 64,
            or more than 16 MiB. A backtrace is there if the Swift runtime could write one: not after SIGKILL, and only where its
            program swift-backtrace is installed.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "One report; default: a list of all.")
    var id: String?

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let records: [CrashRecord] = try await records(on: loop)
        if json {
            try CrashText.json(records, isOne: id != nil)
        } else if id != nil {
            for line: String in records.flatMap(CrashText.lines) { Terminal.line(line.printable) }
        } else {
            CrashText.list(records)
        }
        return .done
    }

    /// From the supervisor, or from the files where none runs.
    private func records(on loop: EventLoop) async throws(CommandFailure) -> [CrashRecord] {
        let selection: CrashSelection = CrashSelection(id: id)
        if let stranger: HomeOwner = HomeLock.stranger(suite.place) { throw CommandFailure(.notReachable, stranger.sentence) }
        if HomeLock.isTaken(suite.place) {
            let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
            defer { link.close() }
            return try await link.ask { client throws(SupervisorClient.Failure) in try await client.crashes(selection) }
        }
        guard FileManager.default.fileExists(atPath: suite.place.path) else {
            throw CommandFailure(.notReachable, "No suite has run in \(suite.place.path): it is not there. Name another folder by --home.")
        }
        let store: CrashStore = CrashStore(folder: suite.place.crashes)
        guard let id else { return store.list() }
        guard let record: CrashRecord = store.read(id) else { throw CommandFailure(.refused(.unknownCrash(id: id))) }
        return [record]
    }
}
