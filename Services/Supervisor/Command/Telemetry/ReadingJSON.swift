import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// Readings for scripts: the status as the contract says, and beside it what was measured, null where nothing was.
enum ReadingJSON {
    /// The names of what was measured.
    static let measured: [String] = ["host", "uptimeSeconds", "memoryBytes", "callsPerSecond", "inFlight", "p50Seconds", "p99Seconds"]

    static func value(of reading: VerticalReading, host: String, now: Date) throws(CommandFailure) -> JSONValue {
        guard case .object(var members) = try StatusTable.json(reading.status) else { return .null }
        let isReady: Bool = reading.status.state == .ready
        members["host"] = .string(host)
        members["uptimeSeconds"] = isReady ? .integer(Int64(max(0, now.timeIntervalSince(reading.status.since)))) : .null
        members["memoryBytes"] = reading.memory.map { .integer(Int64($0)) } ?? .null
        members["callsPerSecond"] = number(reading.callsPerSecond)
        members["inFlight"] = reading.inFlight.map { .unsigned($0) } ?? .null
        members["p50Seconds"] = number(reading.duration(of: 0.5)?.seconds)
        members["p99Seconds"] = number(reading.duration(of: 0.99)?.seconds)
        return .object(members)
    }

    /// What was called through each edge.
    static func edges(of reading: VerticalReading) -> JSONValue {
        .array(
            reading.edges.map { edge in
                .object([
                    "consumer": edge.consumer.map { .string($0) } ?? .null, "board": .string(edge.board),
                    "calls": .unsigned(edge.calls), "failures": .unsigned(edge.failures), "inFlight": .unsigned(edge.inFlight),
                    "callsPerSecond": number(edge.perSecond),
                    "p50Seconds": number(CallDuration(of: 0.5, among: edge.durations)?.seconds),
                    "p99Seconds": number(CallDuration(of: 0.99, among: edge.durations)?.seconds),
                ])
            })
    }

    private static func number(_ value: Double?) -> JSONValue {
        value.map { .number($0) } ?? .null
    }
}
