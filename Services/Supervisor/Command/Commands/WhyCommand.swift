import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor why`.
struct WhyCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "why", abstract: "Explain whether one vertical may call another, and what a call would meet now.",
        discussion: "Exit status: 0 if a call is served, now or when the provider is ready, and 1 if it would fail.")

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "Who calls: a vertical, or 'operator'.", completion: SuiteCompletions.verticals)
    var consumer: String

    @Argument(
        help: ArgumentHelp("Who is called, and perhaps which board: maps, maps.searchPlaces.", valueName: "provider[.board]"),
        completion: SuiteCompletions.edges)
    var provider: String

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let parts: [Substring] = provider.split(separator: ".", maxSplits: 1)
        guard let name: Substring = parts.first else { throw CommandFailure(.usage, "Name who is called: maps, or maps.searchPlaces.") }
        let question: EdgeQuestion = EdgeQuestion(
            consumer: consumer, provider: String(name), board: parts.count > 1 ? String(parts[1]) : nil)
        let answer: EdgeExplanation = try await link.ask { client throws(SupervisorClient.Failure) in try await client.why(question) }
        if json {
            do throws(JSONMappingError) {
                Terminal.line(
                    try ContractJSON.decode(answer.encoded(), type: "EdgeExplanation", in: SupervisorContract.descriptor).text)
            } catch {
                throw CommandFailure(.failed, "The supervisor's answer is not understood: \(error)")
            }
        } else {
            for line: String in Self.lines(answer) { Terminal.line(line.printable) }
        }
        return answer.failure == nil ? .done : .failed
    }

    private static func lines(_ answer: EdgeExplanation) -> [String] {
        let board: String = answer.board.map { ".\($0)" } ?? ""
        var lines: [String] = [
            "\(answer.consumer) → \(answer.provider)\(board): \(answer.failure == nil ? "may be called" : "a call fails")",
            "  declared  \(answer.declared ? "yes" : "no"). \(answer.declaration)",
        ]
        if let socket: String = answer.socket { lines.append("  socket    \(socket)") }
        if let owner: String = answer.owner { lines.append("  owner     \(owner)") }
        if let contract: String = answer.contract { lines.append("  contract  \(contract)") }
        lines += answer.incompatibilities.map { "            - \($0)" }
        lines.append("  provider  \(StatusTable.word(answer.state))\(answer.reason.map { ": \($0)" } ?? "")")
        lines += answer.enforced.map { "  enforced  \($0)" } + answer.notEnforced.map { "  not kept  \($0)" }
        if let failure: String = answer.failure { lines.append("  failure   \(failure)") }
        return lines
    }
}
