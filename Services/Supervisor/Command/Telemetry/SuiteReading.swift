import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import SupervisorAdapters

/// Asks a suite how it is: the supervisor or systemd for the verticals, and each daemon for what it does, all at the same time.
final class SuiteReading: Sendable {
    /// What one daemon answered; nil for what it did not.
    private struct Told: Sendable {
        let stats: DaemonStats?
        let metrics: KeptMetrics?
    }

    /// How long a daemon may take to answer: one that stands still must not hold up what is known of the others.
    private static let patience: Duration = .milliseconds(500)

    private let source: SuiteSource
    private let loop: EventLoop
    /// Kept from one reading to the next: a connection for each vertical.
    private let connectors: LoopBound<[String: Connector]>
    /// The boards with many outputs of each vertical.
    private let streams: LoopBound<[String: Set<String>]>

    init(_ source: SuiteSource, on loop: EventLoop) {
        self.source = source
        self.loop = loop
        connectors = LoopBound([:], loop: loop)
        streams = LoopBound([:], loop: loop)
    }

    /// - Parameters:
    ///   - names: of verticals; all of them for none.
    ///   - metrics: whether to ask for what their own code counts and measures as well.
    func read(_ names: [String] = [], metrics: Bool = false) async throws(CommandFailure) -> [VerticalReading] {
        let statuses: [VerticalStatus] = try await source.statuses(names)
        try await connect(statuses)
        let told: [String: Told] = await withTaskGroup(of: (String, Told).self) { group in
            // A socket whose daemon does not run would start it.
            for status: VerticalStatus in statuses where status.state == .ready {
                guard let connector: Connector = connectors.value[status.name] else { continue }
                group.addTask { (status.name, await Self.ask(connector, metrics: metrics)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return statuses.map {
            VerticalReading(
                status: $0, stats: told[$0.name]?.stats, memory: $0.pid.flatMap { ProcessMemory.proportional(of: $0) },
                metrics: told[$0.name]?.metrics, streams: streams.value[$0.name] ?? [])
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
            streams.value[vertical] = Set(
                contracts.flatMap { offered in offered.boards.filter(\.many).map { "\(offered.name).\($0.name)" } })
            connectors.value[vertical] = source.connector(to: vertical, contract, loop)
        }
    }

    private static func ask(_ connector: Connector, metrics: Bool) async -> Told {
        let metadata: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + patience).nanoseconds)
        return await CallMetadata.$current.withValue(metadata) {
            let daemon: IntrospectionClient = IntrospectionClient(PlatformChannel(connector))
            async let kept: KeptMetrics? = metrics ? try? await daemon.metrics(ColonnadeSystemIO.MetricsRequest()) : nil
            return await Told(stats: try? await daemon.stats(StatsRequest()), metrics: kept)
        }
    }
}
