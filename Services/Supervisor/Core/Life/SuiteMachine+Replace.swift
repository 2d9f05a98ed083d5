/// Which of a vertical's processes is meant, while one takes another's place.
public enum Seat: String, Hashable, Sendable, CaseIterable {
    /// It serves, or is the only one.
    case current
    /// It starts beside the one that serves.
    case next
    /// Its place was taken: it ends what it has begun, and goes.
    case last
}

/// Replacing: the next generation starts beside the one that serves, and takes its place once it is ready.
///
/// Invariants: a vertical has at most one process at each seat; while there is a successor there is no predecessor; a predecessor
/// is on its way down and starts nothing.
extension SuiteMachine {
    /// Whether a process takes the place of another, or has and the other has not gone yet.
    public func isReplacing(_ name: String) -> Bool { successors[name] != nil || predecessors[name] != nil }

    /// The life of the process at a seat.
    public func child(_ name: String, at seat: Seat) -> ChildMachine? {
        switch seat {
        case .current: children[name]
        case .next: successors[name]
        case .last: predecessors[name]
        }
    }

    /// Where the process of that number is; nil where there is none any more.
    public func seat(of name: String, generation: UInt64) -> Seat? {
        Seat.allCases.first { seat in child(name, at: seat).map { $0.hasProcess && $0.generation == generation } ?? false }
    }

    /// Has the next generation take the place of the one that serves. Where none serves, or `exclusively`, it is a restart: the
    /// held sockets keep callers waiting.
    ///
    /// Nothing happens where a replacement is under way.
    public mutating func replace(
        _ name: String, exclusively: Bool = false, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard !isReplacing(name), let state: ChildState = children[name]?.state else { return [] }
        forgetWishes(of: name)
        guard state == .ready, !exclusively else {
            // Wished before its providers are started: nobody who uses it starts in between.
            wishRestart(of: name)
            return start(wakingProviders(of: name), now: now, random: &random)
        }
        let lastGeneration: UInt64 = lastGeneration(of: name)
        children[name]?.lastGeneration = lastGeneration
        successors[name] = children[name]?.makeSuccessor(governedBy: nextPolicies[name])
        return handleNext(.start, of: name, now: now, random: &random)
            + handleNext(.dependenciesReady, of: name, now: now, random: &random) + settle(now: now, random: &random)
    }

    // MARK: The next one

    /// Gives an event to the successor, where there is one.
    mutating func handleNext(
        _ event: ChildEvent, of name: String, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard var next: ChildMachine = successors[name], !(event == .stop && next.isLeaving) else { return [] }
        var made: [ChildAction] = next.handle(event, now: now, random: &random)
        // The one that serves has found its providers.
        if next.state == .waiting, event == .timer(.backoff) { made += next.handle(.dependenciesReady, now: now, random: &random) }
        successors[name] = next
        var actions: [Action] = []
        // What goes wrong with it is its own: nobody else's fate is tied to it yet.
        for action: ChildAction in made {
            if case .crashed = action { continue }
            actions.append(.child(name, .next, action))
        }
        switch next.state {
        case .ready: return actions + promote(name, next, now: now, random: &random)
        case .failed, .stopped:
            successors[name] = nil
            nextPolicies[name] = nil
            return actions + [.thrownAway(name, reason: next.reason)]
        default: return actions
        }
    }

    private mutating func promote(
        _ name: String, _ next: ChildMachine, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let former: ChildMachine = children[name] else { return [] }
        var next: ChildMachine = next
        next.succeed(former)
        if let policy: ChildPolicy = nextPolicies.removeValue(forKey: name) { next.policy = policy }
        successors[name] = nil
        children[name] = next
        predecessors[name] = former
        return [.promoted(name), .changed(name)] + handleLast(.stop, of: name, now: now, random: &random)
    }

    // MARK: The one before

    mutating func handleLast(
        _ event: ChildEvent, of name: String, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard var last: ChildMachine = predecessors[name] else { return [] }
        let made: [ChildAction] = last.handle(event, now: now, random: &random)
        predecessors[name] = last
        let actions: [Action] = made.map { .child(name, .last, $0) }
        guard last.isDown else { return actions }
        predecessors[name] = nil
        return actions + [.left(name)]
    }

    // MARK: The one that serves ends first

    /// Whether the end of the process that serves makes its successor the only one: nobody has told either of them to go.
    func isTakenOver(_ name: String) -> Bool {
        guard let child: ChildMachine = children[name], let next: ChildMachine = successors[name] else { return false }
        return child.hasProcess && !child.isLeaving && !next.isLeaving
    }

    mutating func takeOver(_ name: String, _ exit: ChildExit, now: Duration) -> [Action] {
        guard let former: ChildMachine = children[name], var next: ChildMachine = successors.removeValue(forKey: name) else { return [] }
        next.takeOver(from: former, exit: exit, now: now)
        if let policy: ChildPolicy = nextPolicies.removeValue(forKey: name) { next.policy = policy }
        children[name] = next
        var actions: [Action] = ChildTimer.allCases.map { .child(name, .current, .disarm($0)) }
        if exit != .exited(0) {
            actions.append(.child(name, .current, .crashed("\(exit)")))
        }
        if former.policy.minds(exit) { noteTakeOver(of: name, now: now) }
        return actions + [.promoted(name), .changed(name)]
    }
}
