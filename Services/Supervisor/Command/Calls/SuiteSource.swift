import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import SupervisorAdapters
import SupervisorCore

/// A suite as a command reaches it: through its supervisor, or, where systemd runs the verticals, by the launcher file and the operator's
/// sockets.
enum SuiteSource: Sendable {
    case supervised(SupervisorLink)
    case systemd(SystemdSuite)

    static func find(
        _ suite: SuiteOptions, _ systemd: SystemdOptions, on loop: EventLoop
    ) async throws(CommandFailure) -> SuiteSource {
        guard let launcher: String = systemd.launcher, let sockets: String = systemd.sockets else {
            return .supervised(try SupervisorLink(suite.place, on: loop))
        }
        return .systemd(SystemdSuite(plan: try await SystemdOptions.plan(launcher, on: loop), sockets: sockets, loop: loop))
    }

    /// How verticals are; all of them for no names.
    func statuses(_ names: [String] = []) async throws(CommandFailure) -> [VerticalStatus] {
        switch self {
        case .supervised(let link):
            try await link.ask { client throws(SupervisorClient.Failure) in try await client.status(VerticalSelection(names: names)) }
        case .systemd(let suite): try await suite.statuses(names)
        }
    }

    /// What verticals offer, by their names. A program offers nothing.
    func contracts(of names: [String] = []) async throws(CommandFailure) -> [(vertical: String, contracts: [ContractDescriptor])] {
        switch self {
        case .supervised(let link):
            let described: [DescribedVertical] = try await link.ask { client throws(SupervisorClient.Failure) in
                try await client.describe(VerticalSelection(names: names))
            }
            return try described.map { vertical throws(CommandFailure) in
                (vertical.name, try vertical.interfaces.map { contract throws(CommandFailure) in try contract.read() })
            }
        case .systemd(let suite):
            return try suite.selected(names).map { ($0.name, $0.description.interfaces) }
        }
    }

    /// The operator's way to a vertical.
    func connector(to vertical: String, _ contract: ContractDescriptor, _ loop: EventLoop) -> Connector {
        switch self {
        case .supervised(let link): SupervisorLink.connector(to: vertical, contract, link.home, loop)
        case .systemd(let suite): SupervisorLink.connector(by: suite.socket(of: vertical), contract, witness: nil, loop)
        }
    }

    func close() {
        if case .supervised(let link) = self { link.close() }
    }
}
