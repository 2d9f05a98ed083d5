@testable import SupervisorCore

/// Another launcher file while a simulated suite runs, carried out as the supervisor does it: once all is at rest; then nobody may ask for
/// anything until what goes is down.
extension SimulatedSuite {
    private static let files: (all: [String], optional: Set<String>) = (
        ["maps", "maps@2", "auth", "records", "appointments", "mail", "octopus"], ["maps@2", "appointments", "mail", "octopus"]
    )

    /// Takes a launcher file by chance.
    mutating func reload() {
        guard isOpen, machine.unsettled == nil else { return }
        let names: [String] = Self.files.all.filter { !Self.files.optional.contains($0) || Bool.random(using: &random) }
        let providers: [String: [String]] = Self.providers.merging(["mail": ["auth"]]) { one, _ in one }
        let shape: SuiteShape = SuiteShape(
            names: names,
            providers: providers.filter { names.contains($0.key) }.mapValues { $0.filter(names.contains) },
            groups: SimulatedGroups.make(of: names, endings: endings, random: &random))
        coming = names.filter { machine.children[$0] == nil }
        leaving = Set(machine.names).subtracting(names)
        ledger.asked()
        ledger.take(shape.groups)
        let former: GroupTree = machine.groups
        perform(machine.take(shape, policies: [:], now: now, random: &random))
        if bug == .keepsFormerGroups { machine.groups = former }
        perform(machine.stop(leaving.sorted(), now: now, random: &random))
        goOn()
    }

    /// Lets go of what was taken out and is down; then what is new starts.
    mutating func goOn() {
        for name: String in leaving.sorted() where machine.children[name]?.isDown == true && !machine.isReplacing(name) {
            leaving.remove(name)
            forget(name)
            if machine.names.contains(name) { violations.append("\(name) is not forgotten") }
            if processes[name]?.isEmpty == false { violations.append("\(name) is forgotten, and its process goes on") }
            // One that had failed has a timer yet; it goes with its place.
            (processes[name], timers[name], startedAfter[name]) = (nil, nil, nil)
        }
        guard isOpen, !coming.isEmpty else { return }
        let names: [String] = coming
        coming = []
        start(names)
    }
}
