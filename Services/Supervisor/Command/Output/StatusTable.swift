import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// Statuses for people, and for scripts.
enum StatusTable {
    static func show(_ statuses: [VerticalStatus], json: Bool) throws(CommandFailure) {
        if json {
            Terminal.line(JSONValue.object(["verticals": .array(try statuses.map(Self.json))]).text)
            return
        }
        let header: [String] = ["NAME", "STATE", "PID", "GENERATION", "RESTARTS", "SINCE", ""]
        let rows: [(name: String, state: VerticalState, cells: [String])] = statuses.flatMap { status in
            [(status.name, status.state, cells(status))] + status.others.map { (status.name, $0.state, cells($0, of: status.name)) }
        }
        let lines: [String] = Terminal.table([header] + rows.map(\.cells))
        Terminal.line(Terminal.coloured(lines[0], .dim))
        for (line, row) in zip(lines.dropFirst(), rows) { Terminal.line(coloured(line, name: row.name, state: row.state)) }
        for line: String in notEnforced(statuses) { Terminal.line(Terminal.coloured(line.printable, .dim)) }
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

    private static func cells(_ status: VerticalStatus) -> [String] {
        [
            status.name, word(status.state), status.pid.map(String.init) ?? "-", "\(status.generation)", "\(status.restarts)",
            status.since.formatted(.iso8601), (status.reason ?? "").printable,
        ]
    }

    /// A process beside the one that serves.
    private static func cells(_ other: GenerationStatus, of name: String) -> [String] {
        [name, word(other.state), other.pid.map(String.init) ?? "-", "\(other.generation)", "-", "-", (other.reason ?? "").printable]
    }

    /// A row with its state in the state's colour.
    private static func coloured(_ line: String, name: String, state: VerticalState) -> String {
        let text: String = word(state)
        guard let range: Range<String.Index> = line.dropFirst(name.count).firstRange(of: text) else { return line }
        return line.replacingCharacters(in: range, with: Terminal.coloured(text, colour(state)))
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
