import SupervisorCore

/// Verticals that somebody waits for until each is ready or will not be. Belongs to the loop.
final class SettlingVerticals {
    private let names: [String]
    /// Who was not settled the last time: every event of the suite asks, and to look at hundreds of others first would take the time of
    /// starting one.
    private var first: Int = 0

    init(_ names: [String]) {
        self.names = names
    }

    func areSettled(in suite: SuiteRunner) -> Bool {
        for offset: Int in names.indices {
            let position: Int = (first + offset) % names.count
            guard suite.isSettled(names[position]) else {
                first = position
                return false
            }
        }
        return true
    }
}

extension SuiteRunner {
    /// Whether a vertical is ready, or nothing that happens by itself will make it so; one that the first connection starts may have
    /// gone again meanwhile.
    func isSettled(_ name: String) -> Bool {
        machine.children[name]?.state == .ready || machine.isIdle(name) || machine.isUnavailable(name) || isStuck(name)
    }

    /// Whether a vertical waits for one that has failed, directly or not.
    func isStuck(_ name: String) -> Bool {
        guard machine.children[name]?.state == .waiting else { return false }
        return machine.missing(for: name).contains { provider in
            machine.instances(of: provider).allSatisfy { machine.isUnavailable($0) || isStuck($0) }
        }
    }
}
