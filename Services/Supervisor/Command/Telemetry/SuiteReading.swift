import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import SupervisorAdapters

/// Asks a suite how it is: the supervisor or systemd for the verticals, and each daemon for what it does, all at the same time.
final class SuiteReading: Sendable {
    /// How long a daemon may take to answer: one that stands still must not hold up what is known of the others.
    private static let patience: Duration = .milliseconds(500)

    private let source: SuiteSource
    private let loop: EventLoop
    /// Kept from one reading to the next: a connection for each vertical.
    private let connectors: LoopBound<[String: Connector]>

    init(_ source: SuiteSource, on loop: EventLoop) {
        self.source = source
        self.loop = loop
        connectors = LoopBound([:], loop: loop)
    }

    /// - Parameter names: of verticals; all of them for none.
    func read(_ names: [String] = []) async throws(CommandFailure) -> [VerticalReading] {
        let statuses: [VerticalStatus] = try await source.statuses(names)
        try await connect(statuses)
        let stats: [String: DaemonStats] = await withTaskGroup(of: (String, DaemonStats?).self) { group in
            // A socket whose daemon does not run would start it.
            for status: VerticalStatus in statuses where status.state == .ready {
                guard let connector: Connector = connectors.value[status.name] else { continue }
                group.addTask { (status.name, await Self.stats(by: connector)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return statuses.map {
            VerticalReading(status: $0, stats: stats[$0.name], memory: $0.pid.flatMap { ProcessMemory.proportional(of: $0) })
        }
    }

    func close() {
        for connector: Connector in connectors.value.values { connector.close() }
        connectors.value = [:]
    }

    /// Makes the connectors of verticals that have none yet. A program that offers no interface has none.
    private func connect(_ statuses: [VerticalStatus]) async throws(CommandFailure) {
        let missing: [String] = statuses.filter { $0.state == .ready && connectors.value[$0.name] == nil }.map(\.name)
        guard !missing.isEmpty else { return }
        for (vertical, contracts): (String, [ContractDescriptor]) in try await source.contracts(of: missing) {
            guard let contract: ContractDescriptor = contracts.first else { continue }
            connectors.value[vertical] = source.connector(to: vertical, contract, loop)
        }
    }

    private static func stats(by connector: Connector) async -> DaemonStats? {
        let metadata: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + patience).nanoseconds)
        return await CallMetadata.$current.withValue(metadata) {
            try? await IntrospectionClient(PlatformChannel(connector)).stats(StatsRequest())
        }
    }
}
