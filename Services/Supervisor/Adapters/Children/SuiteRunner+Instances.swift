import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore

/// Several processes of one vertical.
extension SuiteRunner {
    /// What people see: the first of several has its number.
    func shownName(of name: String) -> String {
        machine.instances(of: InstanceName.vertical(of: name)).count > 1 ? InstanceName(name).numbered : name
    }

    /// What the programs of the verticals say of themselves, by the vertical's name: the first process's, and whatever else runs beside it,
    /// while another program takes its place or that of another instance.
    var running: (programs: [String: VerticalDescription], others: [String: [VerticalDescription]]) {
        var programs: [String: VerticalDescription] = [:]
        var others: [String: [VerticalDescription]] = [:]
        for name: String in machine.names {
            guard let slot: ChildSlot = slots[name] else { continue }
            let instance: InstanceName = InstanceName(name)
            if instance.isFirst {
                programs[name] = slot.vertical.description
            } else {
                others[instance.vertical, default: []].append(slot.vertical.description)
            }
            if let former: VerticalDescription = slot.formerVertical?.description { others[instance.vertical, default: []].append(former) }
        }
        return (programs, others)
    }

    /// Has the supervisor answer where nobody serves, and start what the first connection starts.
    func updateSockets(of name: String) {
        let instance: InstanceName = InstanceName(name)
        let vertical: String = instance.vertical
        sockets.setUnavailable(instance.numbered, unavailableWords(name))
        sockets.setUnavailable(vertical, unavailableWords(ofVertical: vertical))
        guard machine.isAsleep(vertical), !isGoingDown else { return sockets.onDemand(vertical, nil) }
        sockets.onDemand(vertical) { [bound] in
            guard bound.value.machine.isAsleep(vertical) else { return }
            bound.value.start(bound.value.machine.instances(of: vertical).filter(bound.value.machine.isDormant))
        }
    }

    /// The process of a vertical whose state is the vertical's: one that serves, where one does.
    func foremost(of vertical: String) -> String {
        let names: [String] = machine.instances(of: vertical)
        return names.first { machine.children[$0]?.state == .ready } ?? names.first ?? vertical
    }

    /// What a caller of a process is told that does not run and will not by itself; nil where it is served, or will be.
    func unavailableWords(_ name: String) -> String? {
        guard machine.isUnavailable(name) else { return nil }
        return EdgeWords.unavailable(
            shownName(of: name), state: machine.children[name]?.state.rawValue ?? "", reason: status(of: name)?.reason)
    }

    /// The same for a vertical: whichever of its processes would answer.
    func unavailableWords(ofVertical vertical: String) -> String? {
        guard machine.isDeserted(vertical) else { return nil }
        let name: String = foremost(of: vertical)
        return EdgeWords.unavailable(vertical, state: machine.children[name]?.state.rawValue ?? "", reason: status(of: name)?.reason)
    }
}
