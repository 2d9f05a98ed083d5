/// One process takes another's place: each has a machine of its own while it goes on.
extension ChildMachine {
    /// The number that the next process gets.
    public var nextGeneration: UInt64 { lastGeneration + 1 }

    /// A machine for the process that is to take this one's place, with the next number. It is tried once: where it does not become
    /// ready, it has failed, whatever the policy says.
    mutating func makeSuccessor() -> ChildMachine {
        var policy: ChildPolicy = policy
        policy.restart = .temporary
        var next: ChildMachine = ChildMachine(policy: policy)
        next.lastGeneration = lastGeneration
        // The number is taken from now on, whatever becomes of the process.
        lastGeneration += 1
        return next
    }

    /// Is governed as `former` was, in whose place it is now; what `former` did wrong is forgotten.
    mutating func succeed(_ former: ChildMachine) {
        policy = former.policy
        restarts = former.restarts
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
