import ColonnadeSystemIO
import CoreMetrics
private import Synchronization

/// A counter, of whole numbers or of others: exact up to 2⁵³.
final class MetricTotal: KeptMetric, CounterHandler, FloatingPointCounterHandler {
    private let total: Mutex<Double> = Mutex(0)

    var value: MetricValue { .count(total.withLock { $0 }) }

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    /// A counter only grows: what is below zero, or no number, is not counted.
    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        total.withLock { $0 += amount }
    }

    func reset() { total.withLock { $0 = 0 } }
}
