import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorAdapters
import SupervisorCore

/// `svc-supervisor graph`.
struct GraphCommand: SuiteCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
        case terminal
        case dot
        case mermaid
        case svg
    }

    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "graph", abstract: "Draw who may call whom: for a terminal, as SVG, or for Graphviz or Mermaid.",
        discussion: TextLines.unwrapped(
            """
            Of the suite that runs, with its states where the form has room for them: for a terminal, and as SVG. Or of a launcher file.

              svc-supervisor graph --format svg > suite.svg
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Option(help: ArgumentHelp("Draw this launcher file, and not the suite that runs.", valueName: "file"))
    var launcher: String?

    @Option(help: "terminal, dot, mermaid or svg.")
    var format: Format = .terminal

    @Flag(help: "Print JSON: 'verticals', each with those that it may call.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let graph: SuiteGraph = try await graph(on: loop)
        guard !json else {
            Terminal.line(graph.json.text)
            return .done
        }
        let lines: [String] =
            switch format {
            case .terminal: GraphText.terminal(graph, width: StandardOutput.width)
            case .dot: GraphText.dot(graph)
            case .mermaid: GraphText.mermaid(graph)
            case .svg: GraphPicture(graph).lines
            }
        for line: String in lines { Terminal.line(line) }
        return .done
    }

    private func graph(on loop: EventLoop) async throws(CommandFailure) -> SuiteGraph {
        if let launcher {
            do throws(SupervisorError) {
                return SuiteGraph(try await SuiteLoader(path: launcher, loop: loop).load().plan)
            } catch {
                throw CommandFailure(.failed, error.description)
            }
        }
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.describe(VerticalSelection())
        }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.status(VerticalSelection())
        }
        return SuiteGraph(described, statuses)
    }
}
