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

    init(mode: Bench.Mode, calls: Int, time: Duration, tally: Tally) {
        let sorted: [Duration] = tally.latencies.sorted()
        func percentile(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return 0 }
            return rounded(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] / .microseconds(1))
        }
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        self.mode = mode.rawValue
        self.calls = calls
        seconds = time / .seconds(1)
        p50 = percentile(0.5)
        p99 = percentile(0.99)
        p999 = percentile(0.999)
        callsPerSecond = (Double(calls) / seconds).rounded()
        megabytesPerSecond = rounded(Double(tally.bytes) / seconds / 1_000_000)
        errors = tally.errors
        firstError = tally.firstError
    }

    func json() throws -> String {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    var text: String {
        var text: String =
            "\(mode): \(Int(callsPerSecond)) calls/s, p50 \(p50) µs, p99 \(p99) µs, p99.9 \(p999) µs, \(megabytesPerSecond) MB/s"
        if let firstError { text += "\n\(errors) errors, the first: \(firstError)" }
        return text
    }
}
