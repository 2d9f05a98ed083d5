import ColonnadeSystemIO
import FoundationEssentials

/// A suite's readings as OpenMetrics.
struct SuiteMetrics {
    /// Ends of the buckets in powers of two, from 2¹⁰ ns (about 1 µs) to 2³⁶ ns (about 69 s): the same in each scrape, and each of them the end
    /// of a daemon's bucket, so that nothing is guessed.
    static let bounds: [UInt64] = (10...36).map { 1 << $0 }

    private static let states: [VerticalState] = [
        .stopped, .waiting, .starting, .ready, .draining, .stopping, .backingOff, .failed,
    ]

    let readings: [VerticalReading]
    /// The supervisor's; nil where none runs.
    let version: String?
    /// The supervisor's own memory in bytes; nil where this user may not look.
    let memory: Int?

    var text: String {
        var text: OpenMetricsText = OpenMetricsText()
        if let version { addSupervisor(version, to: &text) }
        addVerticals(to: &text)
        addCalls(to: &text)
        OwnMetrics(readings).add(to: &text)
        return text.finished
    }

    private func addSupervisor(_ version: String, to text: inout OpenMetricsText) {
        var info: OpenMetricsText.Family = OpenMetricsText.Family("colonnade_supervisor", .info, help: "The supervisor of the suite.")
        info.add("1", suffix: "_info", [("version", version)])
        text.add(info)
        var memory: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_supervisor_memory_bytes", .gauge, unit: "bytes", help: "Memory of the supervisor, shared pages by their share.")
        if let bytes: Int = self.memory { memory.add("\(bytes)", []) }
        text.add(memory)
    }

    private func addVerticals(to text: inout OpenMetricsText) {
        var states: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_vertical_state", .stateset, help: "Where a vertical is in its life.")
        for reading: VerticalReading in readings {
            for state: VerticalState in Self.states {
                let labels: [(String, String)] = [vertical(reading), ("colonnade_vertical_state", StatusTable.word(state))]
                states.add(reading.status.state == state ? "1" : "0", labels)
            }
        }
        text.add(states)
        add("colonnade_vertical_generation", .gauge, help: "Counts a vertical's processes since the suite was started.", to: &text) {
            "\($0.status.generation)"
        }
        add("colonnade_vertical_restarts", .counter, help: "How often it was started again after it had ended by itself.", to: &text) {
            "\($0.status.restarts)"
        }
        add(
            "colonnade_vertical_ready_timestamp_seconds", .gauge, unit: "seconds", help: "Since when a vertical serves.", to: &text
        ) { $0.status.state == .ready ? "\($0.status.since.timeIntervalSince1970)" : nil }
        add(
            "colonnade_vertical_memory_bytes", .gauge, unit: "bytes", help: "Memory of its process, shared pages by their share.", to: &text
        ) { $0.memory.map { "\($0)" } }
        add("colonnade_vertical_answers", .gauge, help: "Whether its daemon has told what follows.", to: &text) {
            $0.stats == nil ? "0" : "1"
        }
        add("colonnade_vertical_connections", .gauge, help: "Connections that are open.", to: &text) {
            $0.stats.map { "\($0.connections)" }
        }
    }

    private func add(
        _ name: String, _ kind: OpenMetricsText.Kind, unit: String? = nil, help: String, to text: inout OpenMetricsText,
        _ value: (VerticalReading) -> String?
    ) {
        var family: OpenMetricsText.Family = OpenMetricsText.Family(name, kind, unit: unit, help: help)
        for reading: VerticalReading in readings {
            if let value: String = value(reading) { family.add(value, suffix: kind == .counter ? "_total" : "", [vertical(reading)]) }
        }
        text.add(family)
    }

    private func addCalls(to text: inout OpenMetricsText) {
        var calls: OpenMetricsText.Family = OpenMetricsText.Family("colonnade_calls", .counter, help: "Calls whose handler was started.")
        var failures: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_call_failures", .counter, help: "Calls that failed; a refusal is an answer.")
        var inFlight: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_calls_in_flight", .gauge, help: "Handlers that run now.")
        var durations: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_call_duration_seconds", .histogram, unit: "seconds", help: "Time from a call to the end of its handler.")
        for reading: VerticalReading in readings {
            for edge: EdgeStats in reading.edges {
                let labels: [(name: String, value: String)] = [
                    vertical(reading), ("board", edge.board), ("consumer", edge.consumer ?? ""),
                ]
                calls.add("\(edge.calls)", suffix: "_total", labels)
                failures.add("\(edge.failures)", suffix: "_total", labels)
                inFlight.add("\(edge.inFlight)", labels)
                add(edge, labels, to: &durations)
            }
        }
        for family: OpenMetricsText.Family in [calls, failures, inFlight, durations] { text.add(family) }
    }

    private func add(_ edge: EdgeStats, _ labels: [(name: String, value: String)], to family: inout OpenMetricsText.Family) {
        guard !edge.durations.isEmpty else { return }
        for bound: UInt64 in Self.bounds {
            let count: UInt64 = edge.durations.reduce(0) { count, bucket in
                guard let below: Duration = bucket.below, below <= .nanoseconds(Int64(bound)) else { return count }
                return count + bucket.calls
            }
            family.add("\(count)", suffix: "_bucket", labels + [("le", "\(Double(bound) / 1_000_000_000)")])
        }
        let all: UInt64 = edge.durations.reduce(0) { $0 + $1.calls }
        family.add("\(all)", suffix: "_bucket", labels + [("le", "+Inf")])
        family.add("\(all)", suffix: "_count", labels)
        family.add("\(Double(edge.time / .nanoseconds(1)) / 1_000_000_000)", suffix: "_sum", labels)
    }

    private func vertical(_ reading: VerticalReading) -> (name: String, value: String) { ("vertical", reading.status.name) }
}
