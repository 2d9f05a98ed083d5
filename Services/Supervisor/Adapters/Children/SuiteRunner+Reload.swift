import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Another launcher file while the suite runs: what comes, what goes, and what holds from now on.
extension SuiteRunner {
    /// The plan as it is carried out: with the programs that run, and the edges whose sockets the processes have.
    private var present: SuitePlan {
        let edges: [SuitePlan.Edge] = plan.edges.filter { edge in
            machine.instances(of: edge.provider).allSatisfy { name in
                machine.children[name]?.hasProcess != true || slots[name]?.seats[.current]?.edges.contains(edge) ?? true
            }
        }
        return SuitePlan(
            name: plan.name, verticals: machine.names.compactMap { slots[$0]?.vertical }, edges: edges, launch: plan.launch,
            groups: plan.groups, users: plan.users)
    }

    /// What carrying out another plan takes now.
    func difference(to next: SuitePlan) -> SuiteDifference {
        SuiteDifference(from: present, to: next).applied(to: machine, next)
    }

    /// Takes another plan: its sockets, its new verticals, and what takes no process. Starts and stops nobody.
    /// - Throws: why it can not be; then nothing has changed.
    func take(_ next: SuitePlan, _ difference: SuiteDifference) throws {
        let leaving: [SuitePlan.Vertical] = slots.values.map(\.vertical).filter { next[$0.name] == nil }
        let both: SuitePlan = SuitePlan(
            name: next.name, verticals: next.verticals + leaving, edges: Array(Set(next.edges + plan.edges)), launch: next.launch,
            groups: [])
        try SuiteDescriptors.check(both, limit: DescriptorLimit.raise())
        let settled: SuiteAccounts = try SuiteAccounts.settle(next, home: home, file: next.source?.path ?? "")
        let changed: [String] = slots.keys.filter { next[$0] != nil && !settled[$0].isSameUser(as: accounts[$0]) }.sorted()
        guard changed.isEmpty else {
            throw SupervisorError(
                "\(changed.joined(separator: ", ")) would get another user, and so other files and sockets: take the suite down and up again"
            )
        }
        accounts = settled.with(accounts)
        try takeNew(next)
        plan = next
        groups = groups.extended(to: next)
        for change: SuiteChange in difference.changes where change.kind == .adjust || change.kind == .start {
            guard let vertical: SuitePlan.Vertical = next[change.name] else { continue }
            slots[change.name]?.take(vertical)
            machine.govern(change.name, by: vertical.launcher.policy)
            try? writeConfiguration(of: vertical)
        }
        carryOut(machine.take(next.shape, policies: next.policies, now: now, random: &random))
        for vertical: SuitePlan.Vertical in next.serving { try? writeRights(around: vertical.name) }
        for name: String in machine.names { updateSockets(of: name) }
    }

    /// Makes what new verticals need, and binds all sockets.
    private func takeNew(_ next: SuitePlan) throws {
        var made: [String: ChildSlot] = [:]
        let heard: [String] = sockets.control.map(\.consumer)
        do {
            for vertical: SuitePlan.Vertical in next.processes where slots[vertical.name] == nil {
                try folders(of: vertical.name).takeRuntime()
                made[vertical.name] = try slot(for: vertical)
            }
            try sockets.take(next, accounts)
        } catch {
            for (name, slot): (String, ChildSlot) in made { end(slot, name) }
            for name: String in made.keys where !machine.instances(of: InstanceName.vertical(of: name)).isEmpty {
                try? folders(of: name).giveRuntime()
            }
            throw error
        }
        slots.merge(made) { _, new in new }
        for entry: (consumer: String, listener: UnixListener) in sockets.control where !heard.contains(entry.consumer) {
            onControl?(entry.consumer, entry.listener)
        }
    }

    /// Lets go of a vertical that is down. Its state and its logs stay.
    func forget(_ name: String) {
        guard machine.children[name]?.isDown == true, let slot: ChildSlot = slots.removeValue(forKey: name) else { return }
        end(slot, name)
        carryOut(machine.forget(name, now: now, random: &random))
        let vertical: String = InstanceName.vertical(of: name)
        guard machine.instances(of: vertical).isEmpty else { return updateSockets(of: name) }
        onControl?(vertical, nil)
        sockets.endControl(of: vertical)
    }

    /// Closes the sockets that the plan does not have. One that was a vertical and is another program now is heard no more.
    func trimSockets() {
        sockets.trim(to: plan)
        for vertical: SuitePlan.Vertical in plan.verticals where vertical.launcher.program != nil {
            onControl?(vertical.name, nil)
            sockets.endControl(of: vertical.name)
        }
    }

    private func end(_ slot: ChildSlot, _ name: String) {
        slot.notify.close()
        // One that has failed waits for its next try.
        for seat: ChildSeat in slot.seats.values { seat.timers.disarmAll() }
        let isLast: Bool = !slots.keys.contains { InstanceName.vertical(of: $0) == InstanceName.vertical(of: name) }
        try? FileManager.default.removeItem(atPath: isLast ? home.runtime(name) : home.notifySocket(name))
    }

    /// The folders and files of a vertical.
    /// - Returns: its NOTIFY_SOCKET.
    func makePlace(of vertical: SuitePlan.Vertical) throws -> DatagramSocket {
        try folders(of: vertical.name).make()
        try writeConfiguration(of: vertical)
        return try DatagramSocket.bind(path: home.notifySocket(vertical.name), owner: accounts[vertical.name].user, loop: loop)
    }

    /// What a daemon reads as its configuration when it starts.
    func writeConfiguration(of vertical: SuitePlan.Vertical) throws {
        guard let text: String = vertical.launcher.configuration?.text(pretty: true) else {
            return FilePath.remove(home.configuration(vertical.name) + "/configuration.json")
        }
        try folders(of: vertical.name).write(text, as: "configuration.json")
    }
}
