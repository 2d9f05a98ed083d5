import ColonnadeSystemIO
import ColonnadeTransport
import CoreMetrics
private import Synchronization

/// How often which values came, in buckets of ``DurationHistogram``: a recorder, or a timer.
final class MetricSpread: KeptMetric, RecorderHandler, TimerHandler {
    private struct State {
        var histogram: DurationHistogram = DurationHistogram()
        var sum: Double = 0
    }

    /// The histogram tells 128 ns apart: so a value of 1 is as long.
    private static let unitsOfValue: Double = 128

    private let isDuration: Bool
    private let state: Mutex<State>

    init(isDuration: Bool) {
        self.isDuration = isDuration
        var state: State = State()
        state.histogram.open()
        self.state = Mutex(state)
    }

    var value: MetricValue {
        let state: State = state.withLock { $0 }
        let units: Double = isDuration ? 1 : Self.unitsOfValue
        let buckets: [MetricBucket] = state.histogram.filled.map { bucket in
            MetricBucket(most: bucket.below.map { Double($0) / units }, count: bucket.count)
        }
        return .spread(MetricSpreadRecord(isDuration: isDuration, sum: state.sum, buckets: buckets))
    }

    func record(_ value: Int64) { record(Double(value)) }

    /// What is below zero, or no number, is not counted.
    func record(_ value: Double) { add(value, units: (value * Self.unitsOfValue).rounded(.up)) }

    func recordNanoseconds(_ duration: Int64) { add(Double(duration), units: Double(duration)) }

    /// A bucket of OpenMetrics holds its end, and one of the histogram does not: hence one unit less.
    private func add(_ value: Double, units: Double) {
        guard value >= 0, value.isFinite else { return }
        let position: UInt64 = units < 0x1p63 ? UInt64(max(units - 1, 0)) : .max
        state.withLock { state in
            _ = state.histogram.record(position)
            state.sum += value
        }
    }
}
