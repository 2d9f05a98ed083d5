public import ColonnadeSystemIO
import FoundationEssentials

/// How a unit is, as `systemctl show` says it.
public struct UnitStatus {
    /// What is asked for.
    public static let properties: [String] = [
        "Id", "LoadState", "ActiveState", "SubState", "MainPID", "NRestarts", "Result", "ActiveEnterTimestamp", "InactiveEnterTimestamp",
    ]

    private let values: [String: String]

    /// - Parameter values: of one unit; none where systemd does not know it.
    public init(_ values: [String: String]) {
        self.values = values
    }

    /// Reads `NAME=VALUE`, with an empty line between units.
    public static func parse(_ text: String) -> [String: [String: String]] {
        var units: [String: [String: String]] = [:]
        var unit: [String: String] = [:]
        for line: Substring in text.split(separator: "\n", omittingEmptySubsequences: false) + [""] {
            if let equals: Substring.Index = line.firstIndex(of: "=") {
                unit[String(line[..<equals])] = String(line[line.index(after: equals)...])
            } else if let id: String = unit["Id"] {
                units[id] = unit
                unit = [:]
            }
        }
        return units
    }

    public func status(of vertical: SuitePlan.Vertical) -> VerticalStatus {
        let state: VerticalState = state
        let pid: Int? = values["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return VerticalStatus(
            name: vertical.name, state: state, pid: pid, restarts: values["NRestarts"].flatMap { Int($0) } ?? 0,
            since: date(state == .ready ? "ActiveEnterTimestamp" : "InactiveEnterTimestamp") ?? Date(),
            reason: reason(state, vertical.launcher.start == .onDemand))
    }

    private var state: VerticalState {
        switch (values["ActiveState"], values["SubState"]) {
        case ("active", _), ("reloading", _), ("refreshing", _): .ready
        case ("activating", "auto-restart"?), ("activating", "auto-restart-queued"?): .backingOff
        case ("activating", _): .starting
        case ("deactivating", _): .stopping
        case ("failed", _): .failed
        default: .stopped
        }
    }

    private func reason(_ state: VerticalState, _ isOnDemand: Bool) -> String? {
        if values["LoadState"] != "loaded" { return "systemd has no unit of it" }
        if state == .failed || state == .backingOff { return values["Result"].map { "systemd says: \($0)" } }
        return state == .stopped && isOnDemand ? "starts with the first call" : nil
    }

    private func date(_ name: String) -> Date? {
        guard let text: String = values[name], text.hasPrefix("@"), let seconds: Double = Double(text.dropFirst()) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}

extension SuitePlan {
    /// The unit of a vertical, where each has one.
    public func serviceUnit(of vertical: String) -> String { UnitNames(of: self).service(vertical) }
}
