import ColonnadeSystemIO

/// A metric that is kept, in one place for all who make it. Any thread.
protocol KeptMetric: AnyObject, Sendable {
    /// What it holds now.
    var value: MetricValue { get }
}
