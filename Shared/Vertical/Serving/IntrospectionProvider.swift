import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
internal import ColonnadeTransport
import FoundationEssentials
private import Synchronization

/// Answers questions about the daemon over a connection.
final class IntrospectionProvider: IntrospectionInterface {
    typealias Refused = NoRefusal

    /// Calls that one output of ``watch(_:)`` holds at most.
    private static let callsAtOnce: Int = 256

    private let description: VerticalDescription
    private let generation: UInt64
    private let started: Date
    private let loop: EventLoop
    private let tracer: Tracer
    private let telemetry: (any TelemetryKeeper)?
    private let openLink: @Sendable (String) async -> LinkAnswer
    /// The server that serves this provider too; set once, before it serves.
    private let server: Mutex<Server?> = Mutex(nil)

    init(
        description: VerticalDescription, generation: UInt64, started: Date, loop: EventLoop, tracer: Tracer,
        telemetry: (any TelemetryKeeper)?, openLink: @escaping @Sendable (String) async -> LinkAnswer
    ) {
        self.loop = loop
        self.tracer = tracer
        self.telemetry = telemetry
        self.description = description
        self.generation = generation
        self.started = started
        self.openLink = openLink
    }

    func watch(_ server: Server) {
        self.server.withLock { $0 = server }
    }

    func ping(_ input: Ping) async throws(Failure) -> Ping {
        input
    }

    func info(_ input: InfoRequest) async throws(Failure) -> DaemonInfo {
        DaemonInfo(
            name: description.name, version: description.version, pid: Int(ProcessInfo.processInfo.processIdentifier),
            generation: generation, started: started, interfaces: description.interfaces.map(\.name), uses: description.uses)
    }

    func stats(_ input: StatsRequest) async throws(Failure) -> DaemonStats {
        let statistics: ServerStatistics = await served.statistics
        let boards: [BoardStats] = statistics.boards.map { board in
            BoardStats(
                board: "\(board.interface).\(board.board)", calls: board.calls, failures: board.failures,
                inFlight: UInt64(clamping: board.inFlight), time: .nanoseconds(Int64(clamping: board.nanoseconds)))
        }
        return DaemonStats(
            connections: statistics.connections, residentBytes: ResidentMemory.bytes, boards: boards,
            edges: Self.mayLook ? edges(statistics) : [])
    }

    private var served: Server {
        guard let server: Server = server.withLock({ $0 }) else {
            preconditionFailure("introspection is served before it knows its server")
        }
        return server
    }

    /// Whether the caller may know of others' calls: the operator, and whoever came through a socket that is not an edge, which is closed
    /// to other users.
    private static var mayLook: Bool { CallingConsumer.current == nil || CallingConsumer.current == "operator" }

    private func edges(_ statistics: ServerStatistics) -> [EdgeStats] {
        let now: UInt64 = loop.now.nanoseconds
        return statistics.edges.flatMap { edge in
            edge.boards.filter { $0.calls > 0 }.map { board in
                EdgeStats(
                    consumer: edge.consumer, board: "\(board.interface).\(board.board)", calls: board.calls, failures: board.failures,
                    inFlight: UInt64(clamping: board.inFlight), time: .nanoseconds(Int64(clamping: board.nanoseconds)),
                    perSecond: board.perSecond(at: now),
                    durations: board.durations.filled.map { bucket in
                        DurationCount(below: bucket.below.map { .nanoseconds(Int64(clamping: $0)) }, calls: bucket.count)
                    })
            }
        }
    }

    func contract(_ input: ContractRequest) async throws(Failure) -> [ServedContract] {
        description.interfaces.map { contract in
            var writer: WireWriter = WireWriter()
            contract.encode(into: &writer)
            return ServedContract(name: contract.name, fingerprint: contract.fingerprint, descriptor: writer.bytes)
        }
    }

    func openLink(_ input: LinkRequest) async throws(Failure) -> LinkAnswer {
        await openLink(input.url)
    }

    func spans(_ input: SpanRequest) async throws(Failure) -> KeptSpans {
        guard Self.mayLook else { throw Self.operatorsOnly }
        let trace: TraceID? = input.trace.flatMap { TraceID($0) }
        if input.trace != nil, trace == nil {
            throw .invalid(Fault(.invalid, "A trace is 32 small hexadecimal digits, and not all zeros.", outcome: .done))
        }
        return tracer.record(of: trace)
    }

    func watch(_ input: WatchRequest) -> Outputs<WatchedCalls> {
        Outputs { [served, loop] emit in
            guard Self.mayLook else { throw Self.operatorsOnly }
            guard let watch: CallWatch = served.watch(input.board) else {
                throw Failure.exhausted(Fault(.exhausted, "As many watch the calls of this vertical as may.", outcome: .done))
            }
            defer { served.close(watch) }
            while let (calls, lost): ([SeenCall], UInt64) = await watch.next(Self.callsAtOnce) {
                let clock: WallClock = WallClock(loop: loop)
                try await emit(WatchedCalls(calls: calls.map { WatchedCall($0, clock) }, lost: lost))
            }
            return .done
        }
    }

    func metrics(_ input: MetricsRequest) async throws(Failure) -> KeptMetrics {
        guard Self.mayLook else { throw Self.operatorsOnly }
        return telemetry?.metrics ?? KeptMetrics(metrics: [], dropped: 0)
    }

    private static var operatorsOnly: Failure {
        .undeclared(Fault(.undeclared, "Only the operator may look at the calls of others.", outcome: .done))
    }
}

/// Memory of this process that is in the machine's RAM.
enum ResidentMemory {
    /// From /proc/self/status, VmRSS; 0 where that can not be read.
    static var bytes: UInt64 {
        guard let status: Data = try? Data(contentsOf: URL(filePath: "/proc/self/status")) else { return 0 }
        let lines: [Substring] = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let line: Substring = lines.first(where: { $0.hasPrefix("VmRSS:") }) else { return 0 }
        return (line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0) * 1024
    }
}
