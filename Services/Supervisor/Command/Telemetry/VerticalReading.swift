import ColonnadeSystemIO
import SupervisorCore

/// One vertical at one moment: what the supervisor says of it, what its daemon does, and what the kernel counts.
struct VerticalReading: Sendable {
    let status: VerticalStatus
    /// Nil where no daemon answered: it does not run, is no daemon of this platform, or took too long.
    let stats: DaemonStats?
    /// Its memory in bytes, shared pages by their share; nil where no process runs, or this user may not look.
    let memory: Int?
    /// What its own code has counted and measured; nil where nobody asked, or answered.
    var metrics: KeptMetrics?
    /// Its boards with many outputs, `Maps.searchScreen`: those last as long as somebody looks.
    var streams: Set<String> = []

    /// What others have called; the platform's own boards are not the vertical's work.
    var edges: [EdgeStats] { stats?.edges.filter { !$0.board.hasPrefix("Introspection.") } ?? [] }

    var callsPerSecond: Double? { stats.map { _ in edges.reduce(0) { $0 + $1.perSecond } } }

    var inFlight: UInt64? { stats.map { _ in edges.reduce(0) { $0 + $1.inFlight } } }

    /// The duration within which a share of all calls since the daemon's start has ended, and which was at most an eighth shorter; nil
    /// where there were none. Streams are no part of it.
    func duration(of share: Double) -> CallDuration? {
        CallDuration(of: share, among: edges.filter { !streams.contains($0.board) }.flatMap(\.durations))
    }

    /// This reading with the durations only of calls that have ended since an earlier one of the same process.
    func since(_ earlier: VerticalReading?) -> VerticalReading {
        guard let stats, let earlier, let before: DaemonStats = earlier.stats, earlier.status.pid == status.pid else { return self }
        let edges: [EdgeStats] = stats.edges.map { edge in
            let old: EdgeStats? = before.edges.first { $0.consumer == edge.consumer && $0.board == edge.board }
            let counts: [Duration?: UInt64] = Dictionary(
                (old?.durations ?? []).map { ($0.below, $0.calls) }, uniquingKeysWith: { first, _ in first })
            let durations: [DurationCount] = edge.durations.map { bucket in
                let seen: UInt64 = counts[bucket.below, default: 0]
                return DurationCount(below: bucket.below, calls: bucket.calls - min(bucket.calls, seen))
            }
            return EdgeStats(
                consumer: edge.consumer, board: edge.board, calls: edge.calls, failures: edge.failures, inFlight: edge.inFlight,
                time: edge.time, perSecond: edge.perSecond, durations: durations.filter { $0.calls > 0 })
        }
        let recent: DaemonStats = DaemonStats(
            connections: stats.connections, residentBytes: stats.residentBytes, boards: stats.boards, edges: edges)
        return VerticalReading(status: status, stats: recent, memory: memory, metrics: metrics, streams: streams)
    }
}

/// A duration at the end of a bucket.
enum CallDuration: Hashable, Sendable {
    case within(Duration)
    /// Longer than buckets tell apart.
    case longer

    /// The duration within which a share of calls has ended; nil where there were none.
    /// - Parameter buckets: of any number of histograms, in any order.
    init?(of share: Double, among buckets: [DurationCount]) {
        let total: UInt64 = buckets.reduce(0) { $0 + $1.calls }
        guard total > 0 else { return nil }
        let wanted: UInt64 = max(1, UInt64((share * Double(total)).rounded(.up)))
        let sorted: [DurationCount] = buckets.sorted { ($0.below ?? .seconds(Int64.max)) < ($1.below ?? .seconds(Int64.max)) }
        var seen: UInt64 = 0
        for bucket: DurationCount in sorted {
            seen += bucket.calls
            guard seen >= wanted else { continue }
            self = bucket.below.map { .within($0) } ?? .longer
            return
        }
        self = .longer
    }

    /// In the largest unit that leaves a number, with three digits: `1.54ms`.
    var text: String {
        guard case .within(let duration) = self else { return ">68s" }
        return duration <= .nanoseconds(1_024) ? "<1µs" : NumberText.time(duration)
    }

    /// In seconds; nil for the longest.
    var seconds: Double? {
        guard case .within(let duration) = self else { return nil }
        return Double(duration / .nanoseconds(1)) / 1_000_000_000
    }
}
