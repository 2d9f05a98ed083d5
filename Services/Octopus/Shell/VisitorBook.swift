import ColonnadeContract
public import ColonnadeWorld
private import Synchronization

/// All browsers that the shell knows, within bounds: whoever sends no cookies can't make it grow.
public final class VisitorBook: Sendable {
    /// How many, and for how long.
    public struct Limits: Sendable {
        /// Browsers at which somebody has signed in.
        public var signedIn: Int = 4_096
        /// Other browsers, in all and from one address. Beyond that, the one that was seen least recently is forgotten.
        public var anonymous: Int = 2_048
        public var anonymousOfAddress: Int = 256
        /// Pages of browsers at which nobody has signed in, in all and from one address. All that is open there leaves some of the
        /// screens that the verticals have for octopus to people.
        public var anonymousPages: Int = 768
        public var anonymousPagesOfAddress: Int = 256
        /// Those of them that no browser follows, from one address.
        public var unseenPagesOfAddress: Int = 32
        /// For how long a page is kept that no browser follows: somebody reads it without scripts.
        public var unseenPage: Duration = .seconds(600)
        /// For how long a browser is known that asks for nothing.
        public var unseenVisitor: Duration = .seconds(12 * 3600)

        /// The usual limits.
        public init() {}
    }

    private struct State {
        var visitors: [String: Visitor] = [:]
        var crowd: PageCrowd
    }

    private let limits: Limits
    private let world: World
    private let state: Mutex<State>

    /// A book without visitors.
    public init(world: World, limits: Limits = Limits()) {
        self.world = world
        self.limits = limits
        state = Mutex(State(crowd: PageCrowd(limits: limits)))
    }

    /// How many are known.
    public var count: Int { state.withLock { $0.visitors.count } }

    /// The browser with this cookie; nil where it is not known.
    public func find(_ cookie: String) -> Visitor? {
        let visitor: Visitor? = state.withLock { $0.visitors[cookie] }
        visitor?.look()
        return visitor
    }

    /// A browser that is not known yet.
    /// - Parameter place: the address that it comes from.
    public func add(from place: String) -> Visitor {
        let visitor: Visitor = Visitor(place: place, world: world)
        let gone: [Visitor] = state.withLock { state in
            state.visitors[visitor.id] = visitor
            return forget(in: &state, for: visitor)
        }
        for visitor: Visitor in gone { visitor.signOut() }
        return visitor
    }

    /// Notes that a browser has opened a page. Where nobody has signed in at it, others like it may have to go.
    public func noteOpened(_ page: OpenPage, by visitor: Visitor) {
        guard visitor.person == nil else { return }
        let gone: [(visitor: Visitor, page: OpenPage)] = state.withLock { $0.crowd.add(page, of: visitor) }
        for (visitor, page): (Visitor, OpenPage) in gone { visitor.close(page) }
    }

    /// The cookie's value for the next answer: a new one where somebody has signed in or out since the last.
    public func cookie(of visitor: Visitor) -> String {
        state.withLock { state in
            if let old: String = visitor.rename() {
                state.visitors[old] = nil
                state.visitors[visitor.id] = visitor
            }
        }
        return visitor.id
    }

    /// Closes pages that nobody looks at, and forgets browsers that ask for nothing. To be called every now and then.
    /// - Returns: how many pages it has closed.
    @discardableResult public func sweep() -> Int {
        let now: Duration = world.clock.uptime()
        let (kept, gone): ([Visitor], [Visitor]) = state.withLock { state in
            let gone: [Visitor] = state.visitors.values.filter { visitor in
                now - visitor.lastLook > limits.unseenVisitor && visitor.pages.allSatisfy { $0.lastLook != nil }
            }
            for visitor: Visitor in gone { state.visitors[visitor.id] = nil }
            return (Array(state.visitors.values), gone)
        }
        var closed: Int = 0
        for visitor: Visitor in gone {
            closed += visitor.pages.count
            visitor.signOut()
        }
        for visitor: Visitor in kept { closed += visitor.closePages(unseenSince: now - limits.unseenPage) }
        return closed
    }

    /// Forgets everybody.
    public func close() {
        let all: [Visitor] = state.withLock { state in
            defer { state.visitors = [:] }
            return Array(state.visitors.values)
        }
        for visitor: Visitor in all { visitor.signOut() }
    }

    /// Who has to go for a new one.
    private func forget(in state: inout State, for new: Visitor) -> [Visitor] {
        let others: [Visitor] = state.visitors.values.filter { $0 !== new }
        let anonymous: [Visitor] = others.filter { $0.person == nil }
        let here: [Visitor] = anonymous.filter { $0.place == new.place }
        var gone: [Visitor] = []
        func forgetOldest(of visitors: [Visitor]) {
            guard let oldest: Visitor = visitors.min(by: { $0.lastLook < $1.lastLook }) else { return }
            state.visitors[oldest.id] = nil
            gone.append(oldest)
        }
        if here.count >= limits.anonymousOfAddress {
            forgetOldest(of: here)
        } else if anonymous.count >= limits.anonymous {
            forgetOldest(of: anonymous)
        }
        if others.count - anonymous.count > limits.signedIn { forgetOldest(of: others.filter { $0.person != nil }) }
        return gone
    }
}
