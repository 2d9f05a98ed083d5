import ColonnadeSystemIO
import ColonnadeWire
import CoreMetrics
import Logging
private import Synchronization

/// The metrics of a process, for swift-metrics: as many as may be, each by its name and labels. Any thread.
final class MetricsBook: MetricsFactory {
    private struct Entry {
        let metric: any KeptMetric
        /// How many have made it and not destroyed it.
        var uses: Int = 0
    }

    private struct State {
        var entries: [MetricKey: Entry] = [:]
        /// By who keeps the value: whoever destroys a metric has nothing else.
        var keys: [ObjectIdentifier: MetricKey] = [:]
        var dropped: UInt64 = 0
    }

    private let limits: Limits
    private let log: Logger
    private let state: Mutex<State> = Mutex(State())

    init(limits: Limits, log: Logger) {
        self.limits = limits
        self.log = log
    }

    /// What is kept now, by names.
    var kept: KeptMetrics {
        let (entries, dropped): ([MetricKey: Entry], UInt64) = state.withLock { ($0.entries, $0.dropped) }
        // What puts them in order is made once for each: this runs on the vertical's loop.
        let records: [(place: [String], record: MetricRecord)] = entries.map { key, entry in
            (key.place, MetricRecord(name: key.name, labels: key.labels, value: entry.metric.value))
        }
        let ordered: [MetricRecord] = records.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.record)
        return KeptMetrics(metrics: ordered, dropped: dropped)
    }

    // MARK: MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(.count, label, dimensions) { MetricTotal() } ?? NOOPMetricsHandler.instance
    }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        make(.count, label, dimensions) { MetricTotal() } ?? NOOPMetricsHandler.instance
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(.level, label, dimensions) { MetricLevel() } ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return make(.level, label, dimensions) { MetricLevel() } ?? NOOPMetricsHandler.instance }
        return make(.values, label, dimensions) { MetricSpread(isDuration: false) } ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(.durations, label, dimensions) { MetricSpread(isDuration: true) } ?? NOOPMetricsHandler.instance
    }

    func destroyCounter(_ handler: any CounterHandler) { destroy(handler) }
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { destroy(handler) }
    func destroyMeter(_ handler: any MeterHandler) { destroy(handler) }
    func destroyRecorder(_ handler: any RecorderHandler) { destroy(handler) }
    func destroyTimer(_ handler: any TimerHandler) { destroy(handler) }

    // MARK: The book

    /// The metric of a key, made where there is none.
    /// - Returns: nil where as many are kept as may.
    private func make<Metric: KeptMetric>(
        _ kind: MetricKey.Kind, _ name: String, _ dimensions: [(String, String)], _ new: () -> Metric
    ) -> Metric? {
        let key: MetricKey = MetricKey(kind, name, dimensions, limits)
        let (metric, isFirstDropped): (Metric?, Bool) = state.withLock { state in
            if let known: Metric = state.entries[key]?.metric as? Metric {
                state.entries[key]?.uses += 1
                return (known, false)
            }
            guard state.entries.count < limits.metricsOfProcess else {
                state.dropped += 1
                return (nil, state.dropped == 1)
            }
            let metric: Metric = new()
            state.entries[key] = Entry(metric: metric, uses: 1)
            state.keys[ObjectIdentifier(metric)] = key
            return (metric, false)
        }
        if isFirstDropped {
            log.warning(
                "there are more metrics than are kept: a label has too many values, or names are made by chance",
                metadata: ["metric": "\(key.name)", "most": "\(limits.metricsOfProcess)"])
        }
        return metric
    }

    private func destroy(_ handler: AnyObject) {
        state.withLock { state in
            guard let key: MetricKey = state.keys[ObjectIdentifier(handler)] else { return }
            state.entries[key]?.uses -= 1
            guard state.entries[key]?.uses == 0 else { return }
            state.entries[key] = nil
            state.keys[ObjectIdentifier(handler)] = nil
        }
    }
}
