import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// All that is known of one vertical, as `systemctl status` shows a unit.
struct StatusDetail {
    /// How many of its last lines are shown.
    static let logLines: Int = 10

    let reading: VerticalReading
    let described: DescribedVertical?
    /// Those that may call it.
    let callers: [String]
    let lastCrash: CrashRecord?
    let log: [LogLine]

    private var status: VerticalStatus { reading.status }

    var lines: [String] {
        let version: String = described.map { " \($0.version)" } ?? ""
        let head: String = "\(Terminal.coloured("●", StatusTable.colour(status.state))) \(status.name.printable)\(version.printable)"
        let others: [String] = status.others.map {
            "generation \($0.generation), \(StatusTable.word($0.state)), process \($0.pid.map(String.init) ?? "-")"
        }
        let rows: [(name: String, values: [String])] = [
            ("state", ["\(StatusTable.word(status.state)) since \(status.since.formatted(.iso8601))"]),
            ("reason", status.reason.map { [$0] } ?? []),
            ("process", process), ("beside it", others), ("program", described.map { [$0.executable] } ?? []), ("offers", offers),
            ("calls", joined(described?.uses ?? [])), ("called by", joined(callers)), ("served", served), ("enforced", status.enforced),
            ("not enforced", status.notEnforced),
            ("last crash", crash),
        ]
        let width: Int = rows.map(\.name.count).max() ?? 0
        let shown: [String] = rows.flatMap { row in
            row.values.enumerated().map { index, value in
                let name: String = index == 0 ? row.name : ""
                return "  \(Terminal.coloured(String(repeating: " ", count: width - name.count) + name, .dim))  \(value.printable)"
            }
        }
        return [head] + shown + (log.isEmpty ? [] : [""] + log.map { "  \($0.text.printable)" })
    }

    private var process: [String] {
        guard let pid: Int = status.pid else {
            return status.generation > 0 ? ["none; generation \(status.generation) was the last"] : []
        }
        let memory: String = reading.memory.map { ", \(NumberText.memory($0)) (PSS)" } ?? ""
        return ["\(pid), generation \(status.generation), \(status.restarts) restart\(status.restarts == 1 ? "" : "s")\(memory)"]
    }

    private func joined(_ names: [String]) -> [String] { names.isEmpty ? [] : [names.joined(separator: ", ")] }

    /// What was called, in all and through each edge.
    private var served: [String] {
        guard let rate: Double = reading.callsPerSecond, let inFlight: UInt64 = reading.inFlight else { return [] }
        let edges: [String] = reading.edges.map { edge in
            let failed: String = edge.failures > 0 ? ", \(edge.failures) failed" : ""
            let calls: String = "\(edge.consumer ?? "anybody"): \(edge.board), \(edge.calls) call\(edge.calls == 1 ? "" : "s")\(failed)"
            return calls + Self.durations { CallDuration(of: $0, among: edge.durations) }
        }
        return ["\(NumberText.short(rate)) calls/s, \(inFlight) in flight" + Self.durations(reading.duration)] + edges
    }

    private static func durations(_ duration: (Double) -> CallDuration?) -> String {
        guard let (half, most) = duration(0.5).flatMap({ half in duration(0.99).map { (half.text, $0.text) } }) else { return "" }
        return ", p50 \(half), p99 \(most)"
    }

    private var offers: [String] {
        (described?.interfaces ?? []).map { interface in
            let count: Int = (try? interface.read())?.boards.count ?? 0
            return "\(interface.name), \(count) boards: svc-supervisor describe \(status.name)"
        }
    }

    private var crash: [String] {
        lastCrash.map { ["\($0.id), \($0.date.formatted(.iso8601)): svc-supervisor crashes \($0.id)"] } ?? []
    }
}

/// Memory of a process as the kernel counts it.
enum ProcessMemory {
    /// Its own pages, and its share of those that others have too, in bytes; nil where this user may not look.
    static func proportional(of pid: Int) -> Int? {
        let text: String = String(decoding: FileManager.default.contents(atPath: "/proc/\(pid)/smaps_rollup") ?? Data(), as: UTF8.self)
        let line: Substring? = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
    }
}
