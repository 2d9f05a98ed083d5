import ColonnadeSystemIO
import CoreMetrics
private import Synchronization

/// A value that goes up and down: a meter, or a gauge.
final class MetricLevel: KeptMetric, MeterHandler, RecorderHandler {
    private let level: Mutex<Double> = Mutex(0)

    var value: MetricValue { .level(level.withLock { $0 }) }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { level.withLock { $0 = value } }

    func record(_ value: Int64) { set(Double(value)) }

    func record(_ value: Double) { set(value) }

    func increment(by amount: Double) { level.withLock { $0 += amount } }

    func decrement(by amount: Double) { level.withLock { $0 -= amount } }
}
