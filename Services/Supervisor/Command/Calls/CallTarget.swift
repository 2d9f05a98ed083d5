import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore

/// The board that a command line names, with the contract that it belongs to.
struct CallTarget: Sendable {
    let vertical: String
    let contract: ContractDescriptor
    let board: BoardDescriptor

    /// Asks whoever knows what the vertical offers.
    static func find(_ vertical: String, _ board: String, by source: SuiteSource) async throws(CommandFailure) -> CallTarget {
        switch source {
        case .supervised(let link): try await find(vertical, board, by: link)
        case .systemd(let suite): try find(vertical, board, in: suite.plan)
        }
    }

    /// Asks the supervisor what the vertical offers, and whether anybody serves it.
    private static func find(_ vertical: String, _ board: String, by link: SupervisorLink) async throws(CommandFailure) -> CallTarget {
        let selection: VerticalSelection = VerticalSelection(names: [NameForms.kebab(vertical)])
        let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.describe(selection)
        }
        let contracts: [ContractDescriptor] = try described.flatMap(\.interfaces).map { contract throws(CommandFailure) in
            try contract.read()
        }
        let target: CallTarget = try find(board, of: selection.names[0], among: contracts)
        try await check(selection, by: link)
        return target
    }

    /// Asks a plan, where no supervisor runs: systemd does.
    private static func find(_ vertical: String, _ board: String, in plan: SuitePlan) throws(CommandFailure) -> CallTarget {
        let name: String = NameForms.kebab(vertical)
        guard let found: SuitePlan.Vertical = plan[name] else {
            throw CommandFailure(.refused(.unknownVertical(name: name, known: plan.verticals.map(\.name))))
        }
        return try find(board, of: name, among: found.description.interfaces)
    }

    private static func find(
        _ board: String, of vertical: String, among contracts: [ContractDescriptor]
    ) throws(CommandFailure) -> CallTarget {
        let name: String = NameForms.camel(board)
        for contract: ContractDescriptor in contracts {
            guard let found: BoardDescriptor = contract.boards.first(where: { $0.name == name || $0.name == board }) else { continue }
            return CallTarget(vertical: vertical, contract: contract, board: found)
        }
        guard !contracts.isEmpty else { throw CommandFailure(.usage, EdgeWords.program(vertical)) }
        throw .unknownBoard(board, of: vertical, known: contracts.flatMap(\.boards).map(\.name))
    }

    /// A call to a vertical that is down would wait for nobody.
    private static func check(_ selection: VerticalSelection, by link: SupervisorLink) async throws(CommandFailure) {
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.status(selection)
        }
        let isDown: (VerticalStatus) -> Bool = { [.failed, .stopped].contains($0.state) && $0.reason != VerticalStatus.dormantReason }
        // One of several processes is enough.
        guard statuses.allSatisfy(isDown), let status: VerticalStatus = statuses.first else { return }
        let reason: String = status.reason.map { ": it \($0)" } ?? ""
        let message: String =
            "\(status.name) is \(StatusTable.word(status.state))\(reason). Start it by `svc-supervisor start \(status.name)`."
        let fault: Fault = Fault(.unavailable, message, outcome: .notDispatched)
        throw CommandFailure(.notReachable, FailureJSON.text(fault))
    }
}

extension CommandFailure {
    static func unknownBoard(_ board: String, of vertical: String, known: [String]) -> CommandFailure {
        let question: String = NearestName.question(board, among: known)
        return CommandFailure(.usage, "\(vertical) has no board '\(board)'; it has \(known.joined(separator: ", ")).\(question)")
    }
}

extension DescribedContract {
    /// The contract itself.
    func read() throws(CommandFailure) -> ContractDescriptor {
        do {
            return try ContractDescriptor(decoding: descriptor.span)
        } catch {
            throw CommandFailure(.failed, "The contract of \(name) is not understood: \(error)")
        }
    }
}
