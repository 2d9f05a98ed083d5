/// The lives of all children of a suite, and what ties them: who uses whom, what was asked for, and their groups.
///
/// It is pure like ``ChildMachine``: events in, actions out. Verticals start behind what they use and stop before it, each as
/// soon as that allows.
public struct SuiteMachine: Sendable {
    /// What is to be done.
    public enum Action: Hashable, Sendable {
        case child(String, Seat, ChildAction)
        /// The state of a vertical has changed.
        case changed(String)
        /// The process at `next` has the place of the one at `current`, which goes to `last`.
        case promoted(String)
        /// The process at `next` is gone, and with it its place; why, where it was its own fault.
        case thrownAway(String, reason: String?)
        /// The process at `last` is gone, and with it its place.
        case left(String)
        /// A group has failed, and the one around it begins it anew.
        case renewed(String, by: String, reason: String)
        /// A group has failed, and is being stopped; with `endsSuite` everything else is, too.
        case groupFailed(String, reason: String, endsSuite: Bool)
    }

    /// What somebody asked for and could not be done at once, because consumers go first.
    enum Wish: String, Sendable {
        case stop
        case restart
    }

    /// In the order in which they start.
    public internal(set) var names: [String]
    public internal(set) var children: [String: ChildMachine]
    /// Processes that are to take the place of one that serves, by the vertical's name.
    public internal(set) var successors: [String: ChildMachine] = [:]
    /// Processes whose place was taken, and which end what they have begun.
    public internal(set) var predecessors: [String: ChildMachine] = [:]

    /// The verticals that each process uses.
    private(set) var providers: [String: [String]] = [:]
    /// The processes of each vertical, the first one first.
    private(set) var instances: [String: [String]] = [:]
    /// The vertical of each process.
    private(set) var verticals: [String: String] = [:]
    var groups: GroupTree
    /// When each group has restarted a member, within its intensity's time.
    var groupRestarts: [String: [Duration]] = [:]
    /// Verticals that the first connection starts; nobody waits for them.
    var onDemand: Set<String>
    var wishes: [String: Wish] = [:]
    /// Verticals that somebody has stopped by hand: a connection does not start them.
    var held: Set<String> = []
    /// Those that were stopped because one of their group has failed, by its name: they come back with it.
    var fallen: [String: Set<String>] = [:]
    /// What governs a child from its next process on.
    var nextPolicies: [String: ChildPolicy] = [:]
    /// The children whose state is `waiting`: each event asks for them, and there may be hundreds of others.
    var waiting: Set<String> = []
    /// The processes that use each vertical.
    private var consumers: [String: [String]] = [:]

    /// - Parameters:
    ///   - names: of the processes: verticals, and where one has several, ``InstanceName``s.
    ///   - providers: the verticals that each process uses, by name; without circles.
    ///   - onDemand: verticals that the first connection starts.
    public init(
        names: [String], policies: [String: ChildPolicy], providers: [String: [String]], groups: [LauncherGroup] = [],
        onDemand: Set<String> = []
    ) {
        self.names = names
        self.groups = GroupTree(groups)
        self.onDemand = onDemand
        children = Dictionary(uniqueKeysWithValues: names.map { ($0, ChildMachine(policy: policies[$0] ?? ChildPolicy())) })
        setProviders(providers)
    }

    mutating func setProviders(_ providers: [String: [String]]) {
        self.providers = providers
        verticals = Dictionary(uniqueKeysWithValues: names.map { ($0, InstanceName.vertical(of: $0)) })
        instances = Dictionary(grouping: names) { verticals[$0] ?? $0 }
        consumers = Dictionary(
            names.flatMap { name in (providers[name] ?? []).map { ($0, [name]) } }, uniquingKeysWith: +)
    }

    /// Whether no vertical runs, nor will by itself.
    public var isDown: Bool {
        children.values.allSatisfy(\.isDown) && wishes.isEmpty && successors.isEmpty && predecessors.isEmpty
    }

    /// Whether a caller of this process waits for nobody.
    public func isUnavailable(_ name: String) -> Bool {
        wishes[name] != .restart && (children[name]?.isDown ?? true) && !isDormant(name)
    }

    /// Whether the first connection is to start it.
    public func isDormant(_ name: String) -> Bool {
        children[name]?.state == .stopped && onDemand.contains(name) && !held.contains(name) && fellWith(name) == nil
    }

    /// Whether it waits for its first connection, and nobody has asked for anything else.
    public func isIdle(_ name: String) -> Bool { isDormant(name) && wishes[name] == nil }

    /// The providers that `name` still waits for. One process of a provider is enough.
    public func missing(for name: String) -> [String] {
        (providers[name] ?? []).filter { provider in
            !instances(of: provider).contains { children[$0]?.state == .ready && wishes[$0] == nil } && !isAsleep(provider)
        }
    }

    // MARK: What may be asked for

    /// Forgets what else was asked for of a vertical.
    mutating func forgetWishes(of name: String) {
        wishes[name] = nil
        held.remove(name)
    }

    /// A restart is asked for, of what fell with the vertical too; ``settle(now:random:)`` carries it out.
    mutating func wishRestart(of name: String) {
        wishes[name] = .restart
        for other: String in fallen.removeValue(forKey: name) ?? [] where !held.contains(other) { wishes[other] = .restart }
    }

    /// Starts verticals, and what they use before them.
    public mutating func start(_ wanted: [String], now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        var actions: [Action] = []
        let closure: Set<String> = withProviders(wanted)
        var tied: Set<String> = []
        for name: String in names where closure.contains(name) {
            tied.formUnion(fallen.removeValue(forKey: name) ?? [])
            forgetWishes(of: name)
            actions += apply(.start, to: name, now: now, random: &random)
        }
        actions += bringBack(tied, now: now, random: &random)
        return actions + settle(now: now, random: &random)
    }

    /// Those of the wanted verticals, and of what they use, whose programs ``start(_:now:random:)`` would start.
    public func startedBy(_ wanted: [String]) -> [String] {
        let closure: Set<String> = withProviders(wanted)
        return names.filter { closure.contains($0) && children[$0]?.hasProcess == false }
    }

    /// Stops verticals, consumers first.
    public mutating func stop(_ wanted: [String], now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        // One may have left the suite since somebody asked.
        let wanted: [String] = wanted.filter { children[$0] != nil }
        for name: String in wanted { wishes[name] = .stop }
        held.formUnion(wanted)
        return settle(now: now, random: &random)
    }

    /// Stops verticals, consumers first, and starts them again, providers first.
    public mutating func restart(_ wanted: [String], now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        for name: String in wanted where children[name] != nil {
            held.remove(name)
            wishRestart(of: name)
        }
        return settle(now: now, random: &random)
    }

    /// Takes an event of one child.
    /// - Parameter seat: which of its processes it is about.
    public mutating func handle(
        _ event: ChildEvent, of name: String, at seat: Seat = .current, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        // What somebody wants is wanted of the vertical.
        guard seat == .current || ![.start, .stop, .restart, .dependenciesReady].contains(event) else { return [] }
        switch seat {
        case .current:
            if case .exited(let exit) = event, isTakenOver(name) {
                return takeOver(name, exit, now: now) + settle(now: now, random: &random)
            }
            return handleCurrent(event, of: name, now: now, random: &random)
        case .next: return handleNext(event, of: name, now: now, random: &random) + settle(now: now, random: &random)
        case .last: return handleLast(event, of: name, now: now, random: &random) + settle(now: now, random: &random)
        }
    }

    private mutating func handleCurrent(
        _ event: ChildEvent, of name: String, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        let hadFailed: Bool = children[name]?.state == .failed
        var actions: [Action] = apply(event, to: name, now: now, random: &random)
        if hadFailed, children[name]?.state == .waiting {
            actions += bringBack(fallen.removeValue(forKey: name) ?? [], now: now, random: &random)
        }
        return actions + settle(now: now, random: &random)
    }

    private func withProviders(_ wanted: [String]) -> Set<String> {
        var all: Set<String> = []
        var open: [String] = wanted
        while let name: String = open.popLast() {
            if all.insert(name).inserted { open += wakingProviders(of: name) }
        }
        return all
    }

    // MARK: Carrying it out

    mutating func apply(
        _ event: ChildEvent, to name: String, now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard var child: ChildMachine = children[name] else { return [] }
        let before: ChildState = child.state
        // One that could not be made gives its number back.
        if case .spawnDelayed = event {} else { child.lastGeneration = lastGeneration(of: name) }
        if !child.hasProcess, let policy: ChildPolicy = nextPolicies.removeValue(forKey: name) { child.policy = policy }
        child.ruling = ruling(on: name, now: now)
        let made: [ChildAction] = child.handle(event, now: now, random: &random)
        if made.contains(where: \.isSpawn), let policy: ChildPolicy = nextPolicies.removeValue(forKey: name) { child.policy = policy }
        children[name] = child
        if child.state == .waiting { waiting.insert(name) } else { waiting.remove(name) }
        var actions: [Action] = made.map { .child(name, .current, $0) }
        if child.state != before {
            actions.append(.changed(name))
            if child.state == .waiting || child.state == .starting, wishes[name] != .stop, !fallen.isEmpty { rise(name) }
        }
        // The end of one that is to be stopped concerns nobody.
        switch wishes[name] == .stop ? nil : child.concern {
        case .restart: actions += carryOut(child.ruling, on: name, now: now)
        case .loss: tieFates(to: name)
        case nil: break
        }
        return actions
    }

    /// Does what has become possible: ends those whose consumers are gone, starts those whose providers are ready.
    mutating func settle(now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        var actions: [Action] = []
        for name: String in wishes.isEmpty ? [] : names.reversed() {
            guard let wish: Wish = wishes[name], !hasConsumerToEnd(name), let child: ChildMachine = children[name] else { continue }
            switch wish {
            case .stop:
                actions += handleNext(.stop, of: name, now: now, random: &random)
                if !child.isLeaving { actions += apply(.stop, to: name, now: now, random: &random) }
                if children[name]?.isDown == true { wishes[name] = nil }
            case .restart:
                wishes[name] = nil
                actions += handleNext(.stop, of: name, now: now, random: &random)
                actions += apply(.restart, to: name, now: now, random: &random)
            }
        }
        for name: String in waiting.isEmpty ? [] : names where waiting.contains(name) && missing(for: name).isEmpty && wishes[name] == nil {
            actions += apply(.dependenciesReady, to: name, now: now, random: &random)
        }
        return actions
    }

    /// Whether a consumer of `name` is to end as well and has not: it goes first.
    private func hasConsumerToEnd(_ name: String) -> Bool {
        (consumers[vertical(of: name)] ?? []).contains { consumer in
            guard let child: ChildMachine = children[consumer] else { return false }
            return wishes[consumer] != nil || (child.hasProcess && (child.state == .draining || child.state == .stopping))
                || predecessors[consumer] != nil || successors[consumer]?.isLeaving == true
        }
    }
}
