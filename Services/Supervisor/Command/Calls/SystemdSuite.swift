import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import FoundationEssentials
import SupervisorCore

/// A suite whose verticals systemd runs, a unit for each: systemd says how they are, and where it is not there the daemons themselves.
struct SystemdSuite: Sendable {
    /// How long systemctl or a daemon may take.
    private static let patience: Duration = .seconds(2)
    private static let longestAnswer: Int = 1 << 20

    let plan: SuitePlan
    let sockets: String
    let loop: EventLoop

    func socket(of vertical: String) -> String { "\(sockets)/\(vertical).sock" }

    func selected(_ names: [String]) throws(CommandFailure) -> [SuitePlan.Vertical] {
        try names.isEmpty
            ? plan.verticals
            : names.map { name throws(CommandFailure) in
                guard let found: SuitePlan.Vertical = plan[name] else {
                    throw CommandFailure(.refused(.unknownVertical(name: name, known: plan.verticals.map(\.name))))
                }
                return found
            }
    }

    func statuses(_ names: [String]) async throws(CommandFailure) -> [VerticalStatus] {
        let verticals: [SuitePlan.Vertical] = try selected(names)
        let units: [String] = verticals.map { plan.serviceUnit(of: $0.name) }
        if let shown: [String: [String: String]] = await properties(of: units) {
            return zip(verticals, units).map { vertical, unit in UnitStatus(shown[unit] ?? [:]).status(of: vertical) }
        }
        return await withTaskGroup(of: (Int, VerticalStatus).self) { group in
            for (index, vertical): (Int, SuitePlan.Vertical) in verticals.enumerated() {
                group.addTask { (index, await asked(vertical)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// What systemd says of each unit; nil where no systemd knows any of them.
    private func properties(of units: [String]) async -> [String: [String: String]]? {
        guard let program: String = ["/usr/bin/systemctl", "/bin/systemctl"].first(where: FilePath.exists) else { return nil }
        let wanted: String = UnitStatus.properties.joined(separator: ",")
        var request: SpawnRequest = SpawnRequest(
            executable: program, arguments: ["show", "--timestamp=unix", "--property=\(wanted)", "--"] + units)
        request.environment = ["LC_ALL": "C", "SYSTEMD_PAGER": ""]
        guard
            let outcome: ChildRun.Outcome = try? await ChildRun(request, within: Self.patience, atMost: Self.longestAnswer).outcome(
                on: loop),
            outcome.exit == .exited(0)
        else { return nil }
        let shown: [String: [String: String]] = UnitStatus.parse(String(decoding: outcome.output, as: UTF8.self))
        return shown.values.contains { $0["LoadState"] == "loaded" } ? shown : nil
    }

    /// What a daemon itself says. One that a call starts is left alone: to ask would start it.
    private func asked(_ vertical: SuitePlan.Vertical) async -> VerticalStatus {
        let now: Date = Date()
        guard let contract: ContractDescriptor = vertical.description.interfaces.first else {
            return VerticalStatus(
                name: vertical.name, state: .stopped, since: now, reason: "is a program: only systemd could say how it is")
        }
        guard vertical.launcher.start == .atLaunch else {
            return VerticalStatus(name: vertical.name, state: .stopped, since: now, reason: "was not asked: that would start it")
        }
        let connector: Connector = SupervisorLink.connector(by: socket(of: vertical.name), contract, witness: nil, loop)
        defer { connector.close() }
        let deadline: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + Self.patience).nanoseconds)
        let info: DaemonInfo? = await CallMetadata.$current.withValue(deadline) {
            try? await IntrospectionClient(PlatformChannel(connector)).info(InfoRequest())
        }
        guard let info else {
            return VerticalStatus(
                name: vertical.name, state: .stopped, since: now, reason: "does not answer at \(socket(of: vertical.name))")
        }
        return VerticalStatus(name: vertical.name, state: .ready, pid: info.pid, generation: info.generation, since: info.started)
    }
}
