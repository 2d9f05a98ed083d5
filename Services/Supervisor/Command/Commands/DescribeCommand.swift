import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// `svc-supervisor describe`.
struct DescribeCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "describe", abstract: "Show what verticals offer and use, by their contracts.")

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The vertical; default: all.", completion: SuiteCompletions.verticals)
    var vertical: String?

    @Argument(help: "The board; default: all of the vertical.", completion: SuiteCompletions.boards)
    var board: String?

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let names: [String] = vertical.map { [NameForms.kebab($0)] } ?? []
        let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.describe(VerticalSelection(names: names))
        }
        var contracts: [(vertical: DescribedVertical, contracts: [ContractDescriptor])] = []
        for vertical: DescribedVertical in described {
            contracts.append((vertical, try vertical.interfaces.map { contract throws(CommandFailure) in try contract.read() }))
        }
        if let board { contracts = try [only(board, of: contracts[0])] }
        if json {
            Terminal.line(try ContractText.json(contracts))
        } else {
            for entry: (vertical: DescribedVertical, contracts: [ContractDescriptor]) in contracts {
                for line: String in ContractText.lines(entry.vertical, entry.contracts, withTypes: board != nil) { Terminal.line(line) }
            }
            if board != nil, let contract: ContractDescriptor = contracts[0].contracts.first,
                let only: BoardDescriptor = contract.boards.first
            {
                let example: ExampleInput = ExampleInput(types: ContractTypes(contract))
                Terminal.line(
                    "\n  \(Terminal.coloured("for example", .dim))\n    \(example.call(contracts[0].vertical.name, only).printable)")
            }
        }
        return .done
    }

    /// The vertical with one board, and the types that it uses.
    private func only(
        _ name: String, of entry: (vertical: DescribedVertical, contracts: [ContractDescriptor])
    ) throws(CommandFailure) -> (vertical: DescribedVertical, contracts: [ContractDescriptor]) {
        for contract: ContractDescriptor in entry.contracts {
            guard let found: BoardDescriptor = contract.boards.first(where: { $0.name == NameForms.camel(name) || $0.name == name }) else {
                continue
            }
            return (entry.vertical, [contract.part(ofBoards: [found.name])])
        }
        throw .unknownBoard(name, of: entry.vertical.name, known: entry.contracts.flatMap(\.boards).map(\.name))
    }
}
