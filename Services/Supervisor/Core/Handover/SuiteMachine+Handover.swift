extension SuiteMachine {
    /// What is known of one vertical beside its life.
    public struct Ties: Hashable, Sendable {
        /// `stop` or `restart`, which waits for its consumers.
        public let wish: String?
        public let isHeld: Bool
        public let fallen: [String]

        public init(wish: String?, isHeld: Bool, fallen: [String]) {
            self.wish = wish
            self.isHeld = isHeld
            self.fallen = fallen
        }
    }

    /// The verticals of which a process takes another's place, or is to get another policy: a suite is not handed over meanwhile.
    public var replaced: [String] { names.filter { isReplacing($0) || nextPolicies[$0] != nil } }

    /// For the supervisor's next program.
    public func ties(of name: String) -> Ties {
        Ties(wish: wishes[name]?.rawValue, isHeld: held.contains(name), fallen: (fallen[name] ?? []).sorted())
    }

    /// What the groups have counted, for the supervisor's next program.
    public var countedRestarts: [String: [Duration]] { groupRestarts }

    /// The timer without which nobody would ever look at a child again; nil where it waits for none.
    public func neededTimer(of name: String) -> ChildTimer? { children[name]?.neededTimer }

    /// Goes on where another program has left off; what was before is forgotten, but for the policies.
    /// - Parameters:
    ///   - lives: of every vertical.
    ///   - restarts: what its groups have counted; of others it is forgotten.
    /// - Throws: where they are not those of this suite.
    public mutating func resume(
        _ lives: [String: (life: LifeHandover, ties: Ties)], restarts: [String: [Duration]] = [:]
    ) throws(HandoverError) {
        guard restarts.values.allSatisfy({ $0.count <= LauncherGroup.mostRestarts + HandoverLimits.restarts }) else {
            throw HandoverError("a group counts its restarts wrongly")
        }
        groupRestarts = restarts.filter { groups[$0.key]?.intensity != nil }
        guard Set(lives.keys) == Set(names) else { throw HandoverError("the verticals are not those of the launcher file") }
        (successors, predecessors, wishes, held, fallen, nextPolicies) = ([:], [:], [:], [], [:], [:])
        for (name, (life, ties)): (String, (life: LifeHandover, ties: Ties)) in lives {
            guard let policy: ChildPolicy = children[name]?.policy else { continue }
            do throws(HandoverError) {
                children[name] = try ChildMachine(life, policy: policy)
            } catch {
                throw HandoverError("\(name) \(error)")
            }
            if let word: String = ties.wish {
                guard let wish: Wish = Wish(rawValue: word) else { throw HandoverError("\(name) is wished something unknown, '\(word)'") }
                wishes[name] = wish
            }
            if ties.isHeld { held.insert(name) }
            guard ties.fallen.allSatisfy(names.contains) else { throw HandoverError("\(name) takes along what is no vertical") }
            if !ties.fallen.isEmpty { fallen[name] = Set(ties.fallen) }
        }
        waiting = Set(names.filter { children[$0]?.state == .waiting })
    }
}
