import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// Which lines of logs are wanted: from a time on, and with a pattern in them.
struct LogPicking {
    /// The begin of a time as RFC 3339 has it, in UTC and without a zone: lines are compared with it letter by letter.
    private let since: String?
    private let pattern: Regex<AnyRegexOutput>?
    /// The time of the last line of each vertical that had one: those behind it belong to it.
    private var times: [String: String] = [:]

    /// - Parameters:
    ///   - since: `10m`, `2h`, or a time such as `2026-11-24T08:00:00Z`.
    ///   - grep: a regular expression.
    init(since: String?, grep: String?, now: Date) throws(CommandFailure) {
        self.since = try since.map { text throws(CommandFailure) in try Self.start(text, now) }
        do {
            pattern = try grep.map { try Regex($0) }
        } catch {
            throw CommandFailure(.usage, "--grep: '\(grep ?? "")' is no regular expression: \(error)")
        }
    }

    private static func start(_ text: String, _ now: Date) throws(CommandFailure) -> String {
        let start: Date
        if let duration: Duration = DurationText.parse(text), duration > .zero {
            start = now - duration / .seconds(1)
        } else if let date: Date = try? Date(text, strategy: .iso8601) {
            start = date
        } else {
            throw CommandFailure(
                .usage, "--since \(text): expected how long ago, such as 10m or 2h, or a time such as 2026-11-24T08:00:00Z.")
        }
        return String(start.formatted(.iso8601).dropLast())
    }

    /// Takes every line, in order.
    mutating func picks(_ line: LogLine) -> Bool {
        if let own: String = Self.time(of: line.text) { times[line.name] = own }
        if let since, times[line.name, default: ""] < since { return false }
        guard let pattern else { return true }
        return line.text.contains(pattern)
    }

    /// The time that a line begins with.
    static func time(of line: String) -> String? {
        let first: Substring = line.prefix { $0 != " " }
        guard (20...40).contains(first.utf8.count), first.hasSuffix("Z"), first.dropFirst(10).first == "T" else { return nil }
        return String(first)
    }
}
