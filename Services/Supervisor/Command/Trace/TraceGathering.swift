import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import FoundationEssentials
import SupervisorCore

/// Asks all daemons of a suite for their spans, at the same time.
struct TraceGathering: Sendable {
    /// How long a daemon may take: one that stands still must not hold up what the others know.
    private static let patience: Duration = .milliseconds(1_000)

    let source: SuiteSource
    let loop: EventLoop

    /// - Parameter trace: only its spans; nil for all.
    /// - Returns: what each vertical told, and the contracts of all that offer something.
    func gather(_ trace: TraceID?) async throws(CommandFailure) -> (sources: [TraceSource], contracts: [String: ContractDescriptor]) {
        let statuses: [VerticalStatus] = try await source.statuses()
        let offered: [(vertical: String, contracts: [ContractDescriptor])] = try await source.contracts(of: statuses.map(\.name))
        let contracts: [String: ContractDescriptor] = offered.reduce(into: [:]) { $0[$1.vertical] = $1.contracts.first }
        let request: SpanRequest = SpanRequest(trace: trace?.description)
        let sources: [TraceSource] = await withTaskGroup(of: TraceSource.self) { group in
            for status: VerticalStatus in statuses {
                guard let contract: ContractDescriptor = contracts[status.name] else { continue }
                let since: Date? = status.state == .ready ? status.since : nil
                // A socket whose daemon does not run would start it, and what is started anew has no spans.
                guard status.state == .ready || status.state == .draining else {
                    // One that has never run has lost nothing.
                    let kept: KeptSpans? = status.generation == 0 && since == nil ? KeptSpans(spans: [], overwritten: 0) : nil
                    group.addTask { TraceSource(vertical: status.name, kept: kept, since: nil) }
                    continue
                }
                group.addTask { TraceSource(vertical: status.name, kept: await ask(status.name, contract, request), since: since) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return (sources.sorted { $0.vertical < $1.vertical }, contracts)
    }

    private func ask(_ vertical: String, _ contract: ContractDescriptor, _ request: SpanRequest) async -> KeptSpans? {
        let connector: Connector = source.connector(to: vertical, contract, loop)
        defer { connector.close() }
        let metadata: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + Self.patience).nanoseconds)
        return await CallMetadata.$current.withValue(metadata) {
            try? await IntrospectionClient(PlatformChannel(connector)).spans(request)
        }
    }
}
