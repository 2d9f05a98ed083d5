import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// `svc-supervisor status`.
struct StatusCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the verticals, in the order in which they start.",
        discussion: TextLines.unwrapped(
            """
            Daemons are asked at the same time, half a second at most; where one does not answer stands -. MEMORY is its share of
            the machine's memory (PSS), CALLS/S what was called in the last four seconds. P50 and P99 are the times in which half, and 99 in 100, of the
            calls since its start have ended, an eighth too long at most; streams, which last as long as somebody looks, are left out. A narrow
            terminal shows fewer columns.

            Where a vertical has several processes (instances), each has a line, NAME@1 and on.

            Below them stands what the launcher file asks for and the kernel does not keep, and the tree of its groups, with the restarts that
            each has counted. --json has what is kept too: 'enforced' and 'notEnforced', a sentence each; and 'groups', a list.
            With one name, everything that is known of it. --field prints one place of each vertical's --json: .pid, .state, .memoryBytes.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; default: all.", completion: SuiteCompletions.processes)
    var names: [String] = []

    @Flag(help: "Print JSON.")
    var json: Bool = false

    @Option(
        help: ArgumentHelp("Print only what --json has there, a line for each vertical: .pid, .state, .memoryBytes.", valueName: "path"))
    var field: String?

    func validate() throws {
        if field != nil, json { throw ValidationError("--field and --json exclude each other.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let path: ValuePath? = try field.map { field throws(CommandFailure) in try Self.path(field) }
        let reading: SuiteReading = SuiteReading(.supervised(link), on: loop)
        let readings: [VerticalReading] = try await reading.read(names.map(NameForms.kebab))
        reading.close()
        let (host, now): (String, Date) = (ProcessInfo.processInfo.hostName, Date())
        let values: [JSONValue] = try readings.map { reading throws(CommandFailure) in
            try ReadingJSON.value(of: reading, host: host, now: now)
        }
        if let path {
            for value: JSONValue in values { for text: String in OutputForm.texts(path.values(in: value)) { Terminal.line(text) } }
        } else if json {
            let groups: [JSONValue] = try await self.groups(by: link).map(StatusTable.json)
            Terminal.line(JSONValue.object(["verticals": .array(values), "groups": .array(groups)]).text)
        } else if names.count == 1 {
            for (number, reading): (Int, VerticalReading) in readings.enumerated() {
                if number > 0 { Terminal.line("") }
                for line: String in try await detail(of: reading, by: link).lines { Terminal.line(line) }
            }
        } else {
            StatusTable.show(readings)
            guard names.isEmpty else { return .done }
            for line: String in GroupText(try await groups(by: link), readings.map(\.status)).lines { Terminal.line(line) }
        }
        return .done
    }

    private func groups(by link: SupervisorLink) async throws(CommandFailure) -> [GroupStatus] {
        try await link.ask { client throws(SupervisorClient.Failure) in try await client.groups(GroupSelection()) }
    }

    /// A path into what `--json` prints of one vertical.
    private static func path(_ text: String) throws(CommandFailure) -> ValuePath {
        guard let path: ValuePath = ValuePath(text) else {
            throw CommandFailure(.usage, "--field \(text): expected a path such as .pid or .state.")
        }
        // What is measured stands beside what the contract says.
        if path.steps.count == 1, case .key(let name) = path.steps[0], ReadingJSON.measured.contains(name) { return path }
        return try TypePath.path(text, from: "VerticalStatus", and: ReadingJSON.measured, in: SupervisorContract.descriptor)
    }

    private func detail(of reading: VerticalReading, by link: SupervisorLink) async throws(CommandFailure) -> StatusDetail {
        let status: VerticalStatus = reading.status
        let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.describe(VerticalSelection())
        }
        let crashes: [CrashRecord] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.crashes(CrashSelection())
        }
        var log: [LogLine] = []
        do {
            let request: LogRequest = LogRequest(names: [status.name], lines: StatusDetail.logLines)
            for try await line: LogLine in link.client.logs(request) { log.append(line) }
        } catch {
            throw CommandFailure(error)
        }
        let own: DescribedVertical? = described.first { $0.name == InstanceName.vertical(of: status.name) }
        let interfaces: Set<String> = Set((own?.interfaces ?? []).map(\.name))
        return StatusDetail(
            reading: reading, described: own, callers: described.filter { !interfaces.isDisjoint(with: $0.uses) }.map(\.name),
            lastCrash: crashes.filter { $0.vertical == status.name }.max { $0.date < $1.date }, log: log)
    }
}
