/// One process takes another's place: each has a machine of its own while it goes on.
extension ChildMachine {
    /// A machine for the process that is to take this one's place, with the next number. It is tried once: where it does not become
    /// ready, it has failed, whatever the policy says.
    /// - Parameter next: the policy of that process; nil for the same.
    mutating func makeSuccessor(governedBy next: ChildPolicy?) -> ChildMachine {
        var policy: ChildPolicy = next ?? policy
        policy.restart = .temporary
        var successor: ChildMachine = ChildMachine(policy: policy)
        successor.lastGeneration = lastGeneration
        // The number is taken from now on, whatever becomes of the process.
        lastGeneration += 1
        return successor
    }

    /// Is governed as `former` was, in whose place it is now; what `former` did wrong is forgotten.
    mutating func succeed(_ former: ChildMachine) {
        policy = former.policy
        restarts = former.restarts
        // The one before may have been started anew meanwhile, with a number behind this one's.
        lastGeneration = max(lastGeneration, former.lastGeneration)
    }

    /// The same, because `former` has ended by itself. Where it did not end in order, that stays on record.
    mutating func takeOver(from former: ChildMachine, exit: ChildExit, now: Duration) {
        succeed(former)
        startsBehindProviders = false
        guard exit != .exited(0) else { return }
        restarts += 1
        record = former.record
        let uptime: Duration = former.readySince.map { now - $0 } ?? .zero
        // The next process is there already: whether there may be one more is asked when that ends.
        _ = record.noteEnd(after: uptime, now: now, policy: policy)
    }
}
