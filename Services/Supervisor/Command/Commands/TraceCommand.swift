import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import SupervisorCore

/// `svc-supervisor trace`.
struct TraceCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "trace", abstract: "Show one call over all verticals that it came through, as a tree with times.",
        discussion: TextLines.unwrapped(
            """
            Which one: a trace's id, or a board (`book`, `appointments.book`) or a vertical for the newest trace in which it was called; the
            newest of all without either. CALLER is the time that the caller waited, SERVED the time that the vertical took.

            Traces are made by `svc-supervisor call --trace …`, by callers that send a sampled traceparent, and by the launcher file's
            `trace: 0.01`: of a hundred calls from outside one. Each daemon keeps its newest 1,024 spans in memory, without payloads. What is
            missing is said: a span that newer ones overwrote, or that ended with its process.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @OptionGroup
    var systemd: SystemdOptions

    @Argument(
        help: ArgumentHelp("A trace's 32 hexadecimal digits, or a board.", valueName: "id|board"), completion: SuiteCompletions.edges)
    var choice: String?

    @Flag(help: "The newest trace; the default.")
    var last: Bool = false

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func validate() throws {
        if last, choice != nil { throw ValidationError("--last and '\(choice ?? "")' exclude each other.") }
        if let choice, id == nil, !Self.isBoard(choice) {
            throw ValidationError(
                "'\(choice)' is no trace's id (32 hexadecimal digits), and no board or vertical (book, appointments.book, appointments).")
        }
    }

    /// The trace; nil where a board is named, or nothing.
    private var id: TraceID? { choice.flatMap { TraceID($0.lowercased()) } }

    private static func isBoard(_ text: String) -> Bool {
        guard let first: Character = text.first, first.isLetter, text.utf8.count <= 200 else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-@".contains($0)) }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let source: SuiteSource = try await SuiteSource.find(suite, systemd, on: loop)
        defer { source.close() }
        let (sources, contracts): ([TraceSource], [String: ContractDescriptor]) = try await TraceGathering(source: source, loop: loop)
            .gather(id)
        guard let trace: TraceID = id ?? TraceTree.newest(calling: choice, in: sources),
            let tree: TraceTree = TraceTree(of: trace, in: sources)
        else {
            // A name that nobody has is said to be one.
            if id == nil, let choice { _ = try WatchTarget.find([choice], among: contracts.map { ($0.key, [$0.value]) }) }
            throw CommandFailure(.failed, absent(sources))
        }
        if json {
            Terminal.line(TracePrinting.json(tree, contracts).text)
        } else {
            let isTerminal: Bool = StandardOutput.isTerminal
            let lines: [String] = TracePrinting.lines(
                tree, contracts, width: isTerminal ? StandardOutput.width : nil, isColoured: isTerminal)
            for line: String in lines + remarks(tree) { guard Terminal.line(line) else { break } }
        }
        return .done
    }

    /// The operator's own side of a call ends with the command that made it.
    private func remarks(_ tree: TraceTree) -> [String] {
        guard tree.roots.contains(where: { $0.consumer == "operator" && $0.made == nil }) else { return [] }
        let words: String = "How long the operator waited, `call --trace` alone shows: nobody keeps it."
        let width: Int = StandardOutput.width ?? .max
        return width < 20 ? [] : TextLines.wrapped(words, width: width).map { Terminal.coloured($0, .dim) }
    }

    private func absent(_ sources: [TraceSource]) -> String {
        let silent: [String] = sources.filter { $0.spans == nil }.map(\.vertical)
        let unasked: String = silent.isEmpty ? "" : " Nobody answered for \(silent.joined(separator: ", "))."
        if let id {
            return "No vertical has a span of trace \(id): newer ones took their place, or they ended with their processes.\(unasked)"
        }
        let what: String = choice.map { "a trace with a call of '\($0)'" } ?? "a trace"
        return "No vertical has \(what).\(unasked) Make one by `svc-supervisor call --trace …`, or by `trace: 0.01` in the launcher file."
    }
}
