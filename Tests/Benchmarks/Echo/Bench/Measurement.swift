import Colonnade
import FoundationEssentials

/// What one run has measured.
struct Measurement: Codable, Sendable {
    let mode: String
    let calls: Int
    let seconds: Double
    let p50: Double
    let p99: Double
    let p999: Double
    let callsPerSecond: Double
    let megabytesPerSecond: Double
    let errors: Int
    let firstError: String?

    private enum CodingKeys: String, CodingKey {
        case mode, calls, seconds, errors
        case p50 = "p50_us"
        case p99 = "p99_us"
        case p999 = "p999_us"
        case callsPerSecond = "calls_per_s"
        case megabytesPerSecond = "mb_per_s"
        case firstError = "first_error"
    }

    /// - Parameter end: when the run ended, in nanoseconds of the monotonic clock.
    init(mode: Bench.Mode, run: Run, end: UInt64) {
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        func microseconds(_ share: Double) -> Double { Double(run.times.quantile(share)) / 1000 }
        let seconds: Double = Double(end - run.start) / 1e9
        self.mode = mode.rawValue
        self.seconds = seconds
        calls = run.times.count
        p50 = microseconds(0.5)
        p99 = microseconds(0.99)
        p999 = microseconds(0.999)
        callsPerSecond = (Double(calls) / seconds).rounded()
        megabytesPerSecond = rounded(Double(run.bytes) / seconds / 1_000_000)
        errors = run.errors
        firstError = run.firstError
    }

    func json() throws -> String {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    var text: String {
        var text: String =
            "\(mode): \(calls) calls, \(Int(callsPerSecond)) a second, p50 \(p50) µs, p99 \(p99) µs, p99.9 \(p999) µs, \(megabytesPerSecond) MB/s"
        if let firstError { text += "\n\(errors) errors, the first: \(firstError)" }
        return text
    }
}
