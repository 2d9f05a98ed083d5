import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials

/// Statuses for people, and for scripts.
enum StatusTable {
    /// Verticals as the supervisor has answered, without asking their daemons.
    static func show(_ statuses: [VerticalStatus], json: Bool) throws(CommandFailure) {
        if json {
            Terminal.line(JSONValue.object(["verticals": .array(try statuses.map(Self.json))]).text)
        } else {
            show(
                statuses.map { VerticalReading(status: $0, stats: nil, memory: $0.pid.flatMap { ProcessMemory.proportional(of: $0) }) },
                isMeasured: false)
        }
    }

    static func show(_ readings: [VerticalReading], isMeasured: Bool = true) {
        let (host, now): (String, Date) = (ProcessInfo.processInfo.hostName, Date())
        let rows: [ReadingColumns.Row] = readings.flatMap { ReadingColumns.Row.rows(of: $0, host: host, now: now) }
        for line: String in ReadingColumns(rows, width: StandardOutput.width, isMeasured: isMeasured).lines { Terminal.line(line) }
        for line: String in notEnforced(readings.map(\.status)) { Terminal.line(Terminal.coloured(line.printable, .dim)) }
    }

    /// What nobody keeps, a line each, with whom it concerns.
    private static func notEnforced(_ statuses: [VerticalStatus]) -> [String] {
        var sentences: [String] = []
        for sentence: String in statuses.flatMap(\.notEnforced) where !sentences.contains(sentence) { sentences.append(sentence) }
        return sentences.map { sentence in
            let names: [String] = statuses.filter { $0.notEnforced.contains(sentence) }.map(\.name)
            return
                "not enforced for \(names.count == statuses.count && names.count > 1 ? "all" : names.joined(separator: ", ")): \(sentence)"
        }
    }

    /// As the contract says.
    static func json(_ group: GroupStatus) throws(CommandFailure) -> JSONValue {
        do throws(JSONMappingError) {
            return try ContractJSON.decode(group.encoded(), type: "GroupStatus", in: SupervisorContract.descriptor)
        } catch {
            throw CommandFailure(.failed, "The supervisor's answer is not understood: \(error)")
        }
    }

    /// As the contract says; `pid` is always there.
    static func json(_ status: VerticalStatus) throws(CommandFailure) -> JSONValue {
        do throws(JSONMappingError) {
            let value: JSONValue = try ContractJSON.decode(status.encoded(), type: "VerticalStatus", in: SupervisorContract.descriptor)
            guard case .object(var members) = value else { return value }
            if members["pid"] == nil { members["pid"] = .null }
            return .object(members)
        } catch {
            throw CommandFailure(.failed, "The supervisor's answer is not understood: \(error)")
        }
    }

    static func word(_ state: VerticalState) -> String {
        switch state {
        case .stopped: "stopped"
        case .waiting: "waiting"
        case .starting: "starting"
        case .ready: "ready"
        case .draining: "draining"
        case .stopping: "stopping"
        case .backingOff: "backing off"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }

    static func colour(_ state: VerticalState) -> Terminal.Colour {
        switch state {
        case .ready: .green
        case .failed: .red
        case .stopped: .dim
        default: .yellow
        }
    }
}
