import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc
import SupervisorAdapters
import SupervisorCore

/// `svc-supervisor doctor`.
struct DoctorCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is wrong with the machine, the launcher file, the folder or the suite, and what mends it.",
        discussion: TextLines.unwrapped(
            """
            Nothing is changed. The exit status is 1 where something does not work; a warning alone is none.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Option(help: ArgumentHelp("The launcher file; default: the one in deploy/launchers, where there is just one.", valueName: "file"))
    var launcher: String?

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let (plan, planned): (SuitePlan?, [Finding]) = await plan(on: loop)
        let uses: [String: [String]] = Dictionary(
            (plan?.verticals ?? []).map { ($0.name, []) } + (plan?.edges ?? []).map { ($0.consumer, [$0.socket]) }, uniquingKeysWith: +)
        var findings: [Finding] = MachineCheckup.here.findings + planned
        findings += HomeCheckup(home: suite.place, user: Int(geteuid()), uses: uses).findings
        findings += await running(on: loop)
        if json {
            Terminal.line(JSONValue.object(["findings": .array(findings.map(\.json))]).text)
        } else {
            for line: String in findings.flatMap(\.lines) { Terminal.line(line) }
        }
        return findings.contains { $0.severity == .error } ? .failed : .done
    }

    private func plan(on loop: EventLoop) async -> (SuitePlan?, [Finding]) {
        guard let file: String = launcher ?? LauncherChoice.only else { return (nil, []) }
        do throws(SupervisorError) {
            let (plan, warnings): (SuitePlan, [String]) = try await SuiteLoader(path: file, loop: loop).load()
            let found: [Finding] = warnings.map { .warning($0, "edit \(file)") }
            return (plan, [.fine("\(file) can be launched: \(plan.verticals.count) verticals, and their contracts fit.")] + found)
        } catch {
            // The place of a problem stands before it, as in a compiler's.
            let problems: [String] = error.description.split(separator: "\n").map { line in
                String(line.replacing(": error: ", with: ": ", maxReplacements: 1))
            }
            let last: String = "edit \(file), or build what is missing"
            return (
                nil,
                problems.enumerated().map { number, problem in
                    Finding(severity: .error, text: problem, remedy: number == problems.count - 1 ? last : nil)
                }
            )
        }
    }

    private func running(on loop: EventLoop) async -> [Finding] {
        // Said of the folder already.
        guard HomeLock.stranger(suite.place) == nil else { return [] }
        guard HomeLock.isTaken(suite.place) else { return [.fine("No suite runs in \(suite.place.path).")] }
        do throws(CommandFailure) {
            let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
            defer { link.close() }
            let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
                try await client.status(VerticalSelection())
            }
            let crashes: [CrashRecord] = try await link.ask { client throws(SupervisorClient.Failure) in
                try await client.crashes(CrashSelection())
            }
            return SuiteCheckup(statuses: statuses, crashes: crashes).findings
        } catch {
            return [
                .error("The supervisor does not answer: \(error.message)", "svc-supervisor logs, or kill \(HomeLock.pid(suite.place) ?? 0)")
            ]
        }
    }
}
