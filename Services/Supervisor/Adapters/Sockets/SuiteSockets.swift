import ColonnadeEventLoop
import SupervisorCore

/// The listening sockets of a suite. They outlive the daemons: a caller waits in the backlog while one restarts, and is told
/// so where none comes back. Belongs to the loop.
final class SuiteSockets {
    /// One listening socket: an edge.
    private final class Entry {
        let consumer: String
        /// The name of the socket's file without its ending.
        let socket: String
        let listener: UnixListener
        /// Who serves: a vertical, or one of its processes by its number. Another may once the launcher file has changed.
        var provider: String
        var isGuarded: Bool = false
        var wasStarted: Bool = false

        init(_ edge: SuitePlan.Edge, _ listener: UnixListener) {
            (consumer, socket, provider) = (edge.consumer, edge.socket, edge.provider)
            self.listener = listener
        }
    }

    /// The consumers whose sockets for the supervisor's own interface were bound, with them.
    private(set) var control: [(consumer: String, listener: UnixListener)] = []
    private let home: SuiteHome
    private let loop: EventLoop
    private let answers: UnavailableAnswers = UnavailableAnswers()
    private var accounts: SuiteAccounts
    /// By provider.
    private var entries: [String: [Entry]] = [:]
    private var reasons: [String: String] = [:]

    /// Binds a socket for each edge, one to each vertical for the operator, one to each process of those that may have several, and one to
    /// the supervisor for everybody.
    /// - Parameter inherited: those that were bound already, by their paths.
    init(
        plan: SuitePlan, home: SuiteHome, accounts: SuiteAccounts, inherited: [String: OwnedDescriptor] = [:], loop: EventLoop
    ) throws {
        self.home = home
        self.accounts = accounts
        self.loop = loop
        adopt(inherited, plan)
        try take(plan, accounts)
    }

    /// Takes what was bound already: the folders of those sockets need not be touched.
    private func adopt(_ inherited: [String: OwnedDescriptor], _ plan: SuitePlan) {
        for edge: SuitePlan.Edge in Self.edges(of: plan) {
            let path: String = home.socket(from: edge.consumer, to: edge.socket)
            guard let bound: OwnedDescriptor = inherited[path] else { continue }
            entries[edge.provider, default: []].append(Entry(edge, UnixListener(adopting: bound, boundAt: path, loop: loop)))
        }
        for consumer: String in plan.serving.map(\.name) + ["operator"] {
            let path: String = home.socket(from: consumer, to: "supervisor")
            guard let bound: OwnedDescriptor = inherited[path] else { continue }
            control.append((consumer, UnixListener(adopting: bound, boundAt: path, loop: loop)))
        }
    }

    /// Makes the sockets for the supervisor's own interface ready to be served anew.
    func reopenControl() {
        control = control.map { consumer, listener in
            let path: String = home.socket(from: consumer, to: "supervisor")
            return (consumer, UnixListener(adopting: listener.ownedDescriptor, boundAt: path, loop: loop))
        }
    }

    /// Every socket with its path.
    var all: [(path: String, descriptor: OwnedDescriptor)] {
        entries.values.joined().map { (home.socket(from: $0.consumer, to: $0.socket), $0.listener.ownedDescriptor) }
            + control.map { (home.socket(from: $0.consumer, to: "supervisor"), $0.listener.ownedDescriptor) }
    }

    // MARK: Coming and going

    /// Binds what a plan has and was not bound before; what another vertical serves now stays bound, for it. Where something can not be
    /// bound, nothing has changed.
    func take(_ plan: SuitePlan, _ accounts: SuiteAccounts) throws {
        self.accounts = accounts
        var (bound, heard): ([Entry], [(consumer: String, listener: UnixListener)]) = ([], [])
        let edges: [SuitePlan.Edge] = Self.edges(of: plan)
        do {
            // Nobody else may change a folder while a socket is bound in it: one that was given away is taken back for the while. The others
            // are passed meanwhile.
            let widened: Set<String> = Set(edges.filter { entry($0) == nil }.map(\.consumer))
            for vertical: SuitePlan.Vertical in plan.serving where widened.contains(vertical.name) || !isHeard(vertical.name) {
                try folders(of: vertical.name).takeRuntime()
            }
            try home.make(home.runtime("operator"))
            for edge: SuitePlan.Edge in edges where entry(edge) == nil { bound.append(Entry(edge, try bind(edge.consumer, edge.socket))) }
            for consumer: String in plan.serving.map(\.name) + ["operator"] where !isHeard(consumer) {
                heard.append((consumer, try bind(consumer, "supervisor")))
            }
            for vertical: SuitePlan.Vertical in plan.verticals { try folders(of: vertical.name).giveRuntime() }
        } catch {
            for listener: UnixListener in bound.map(\.listener) + heard.map(\.listener) { Self.unbind(listener) }
            for vertical: SuitePlan.Vertical in plan.verticals { try? folders(of: vertical.name).giveRuntime() }
            throw error
        }
        for edge: SuitePlan.Edge in edges { entry(edge)?.provider = edge.provider }
        entries = Dictionary(grouping: entries.values.joined() + bound, by: \.provider)
        control += heard
    }

    /// Closes what a plan does not have.
    func trim(to plan: SuitePlan) {
        let edges: Set<SuitePlan.Edge> = Set(Self.edges(of: plan))
        let isKept: (Entry) -> Bool = { edges.contains(SuitePlan.Edge(consumer: $0.consumer, provider: $0.provider, socket: $0.socket)) }
        for entry: Entry in entries.values.joined() where !isKept(entry) { Self.unbind(entry.listener) }
        entries = entries.mapValues { $0.filter(isKept) }.filter { !$0.value.isEmpty }
    }

    /// Closes the socket by which a consumer that has gone reached the supervisor.
    func endControl(of consumer: String) {
        for entry: (consumer: String, listener: UnixListener) in control where entry.consumer == consumer { Self.unbind(entry.listener) }
        control.removeAll { $0.consumer == consumer }
    }

    private static func edges(of plan: SuitePlan) -> [SuitePlan.Edge] {
        let own: [String] = plan.serving.filter(\.isShared).flatMap(\.processes).map { InstanceName($0.name).numbered }
        return plan.edges + (plan.serving.map(\.name) + own).map { SuitePlan.Edge(consumer: "operator", provider: $0, socket: $0) }
    }

    private func entry(_ edge: SuitePlan.Edge) -> Entry? {
        entries.values.joined().first { $0.consumer == edge.consumer && $0.socket == edge.socket }
    }

    /// Only the consumer's user can connect. This process listens, and not the provider, so the consumer sees at the other end whoever
    /// made the suite.
    private func bind(_ consumer: String, _ name: String) throws -> UnixListener {
        try UnixListener.bind(path: home.socket(from: consumer, to: name), owner: accounts[consumer].user, loop: loop)
    }

    /// Whether a consumer has its socket for the supervisor's own interface.
    private func isHeard(_ consumer: String) -> Bool { control.contains { $0.consumer == consumer } }

    private func folders(of name: String) -> ChildFolders {
        ChildFolders(home: home, name: name, identity: accounts[name])
    }

    private static func unbind(_ listener: UnixListener) {
        listener.close()
        listener.removePath()
    }

    /// What a process is handed, named after the consumers: what its vertical's processes share, and its own.
    func handedTo(_ process: String) -> [(name: String, descriptor: Int32)] {
        let instance: InstanceName = InstanceName(process)
        return [instance.vertical, instance.numbered].flatMap { entries[$0] ?? [] }.map { ($0.consumer, $0.listener.descriptor) }
    }

    // MARK: While nobody serves

    /// Answers callers of a provider itself, with the reason; nil ends that.
    func setUnavailable(_ provider: String, _ reason: String?) {
        reasons[provider] = reason
        for entry: Entry in entries[provider] ?? [] {
            if reason != nil { raise(entry) } else { lower(entry) }
        }
    }

    private func raise(_ entry: Entry) {
        guard !entry.isGuarded else { return }
        entry.isGuarded = true
        if entry.wasStarted { return entry.listener.resume() }
        entry.wasStarted = true
        let sockets: LoopBound<SuiteSockets> = LoopBound(self, loop: loop)
        let entry: LoopBound<Entry> = LoopBound(entry, loop: loop)
        try? entry.value.listener.start { socket in
            let reason: String? = sockets.value.reasons[entry.value.provider]
            sockets.value.answers.give(to: socket, reason: reason ?? "it is being started again")
        }
    }

    private func lower(_ entry: Entry) {
        guard entry.isGuarded else { return }
        entry.isGuarded = false
        entry.listener.pause()
    }

    /// Calls `body` once when somebody waits at one of a provider's sockets; nobody is accepted.
    func onDemand(_ provider: String, _ body: (@Sendable () -> Void)?) {
        for entry: Entry in entries[provider] ?? [] { try? entry.listener.onReadable(body) }
    }

    func close() {
        for entry: Entry in entries.values.joined() { entry.listener.close() }
        for entry: (consumer: String, listener: UnixListener) in control { entry.listener.close() }
    }
}
