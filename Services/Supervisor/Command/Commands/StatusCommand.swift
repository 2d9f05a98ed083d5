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
        discussion: """
            Daemons are asked at the same time, half a second at most; where one does not answer stands -. MEMORY is its share of
            the machine's memory (PSS), CALLS/S what was called in the last four seconds. P50 and P99 are the times in which half, and 99 in 100, of the
            calls since its start have ended, an eighth too long at most; streams count from their beginning to their end. A narrow
            terminal shows fewer columns.

            Where a vertical has several processes (instances), each has a line, NAME@1 and on.

            Below them stands what the launcher file asks for and the kernel does not keep, and the tree of its groups, with the restarts that
            each has counted. --json has what is kept too: 'enforced' and 'notEnforced', a sentence each; and 'groups', a list.
            With one name, everything that is known of it. --field prints one place of each vertical: .pid, .state, .restarts.
            """)

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; default: all.", completion: SuiteCompletions.processes)
    var names: [String] = []

    @Flag(help: "Print JSON.")
    var json: Bool = false

    @Option(help: ArgumentHelp("Print only what stands there, a line for each vertical: .pid, .state, .restarts.", valueName: "path"))
    var field: String?

    func validate() throws {
        if field != nil, json { throw ValidationError("--field and --json exclude each other.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        if let field { return try await show(field, by: link) }
        let reading: SuiteReading = SuiteReading(.supervised(link), on: loop)
        let readings: [VerticalReading] = try await reading.read(names.map(NameForms.kebab))
        reading.close()
        if json {
            let (host, now): (String, Date) = (ProcessInfo.processInfo.hostName, Date())
            let values: [JSONValue] = try readings.map { reading throws(CommandFailure) in
                try ReadingJSON.value(of: reading, host: host, now: now)
            }
            let groups: [JSONValue] = try await self.groups(by: link).map(StatusTable.json)
            Terminal.line(JSONValue.object(["verticals": .array(values), "groups": .array(groups)]).text)
        } else if names.count == 1, let reading: VerticalReading = readings.first {
            for line: String in try await detail(of: reading, by: link).lines { Terminal.line(line) }
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

    private func show(_ field: String, by link: SupervisorLink) async throws(CommandFailure) -> ExitStatus {
        let path: ValuePath = try TypePath.path(field, from: "VerticalStatus", in: SupervisorContract.descriptor)
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.status(VerticalSelection(names: names.map(NameForms.kebab)))
        }
        for status: VerticalStatus in statuses {
            for text: String in OutputForm.texts(path.values(in: try StatusTable.json(status))) { Terminal.line(text) }
        }
        return .done
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
        let own: DescribedVertical? = described.first { $0.name == status.name }
        let interfaces: Set<String> = Set((own?.interfaces ?? []).map(\.name))
        return StatusDetail(
            reading: reading, described: own, callers: described.filter { !interfaces.isDisjoint(with: $0.uses) }.map(\.name),
            lastCrash: crashes.filter { $0.vertical == status.name }.max { $0.date < $1.date }, log: log)
    }
}
