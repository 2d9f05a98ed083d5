import ColonnadeEventLoop
import SupervisorCore

/// The listening sockets of a suite. They outlive the daemons: a caller waits in the backlog while one restarts, and is told
/// so where none comes back. Belongs to the loop.
final class SuiteSockets {
    /// One listening socket: an edge.
    private final class Entry {
        let consumer: String
        let listener: UnixListener
        let path: String
        var isGuarded: Bool = false
        var wasStarted: Bool = false

        init(consumer: String, listener: UnixListener, path: String) {
            self.consumer = consumer
            self.listener = listener
            self.path = path
        }
    }

    /// The consumers whose sockets for the supervisor's own interface were bound, with them.
    private(set) var control: [(consumer: String, listener: UnixListener)] = []
    private let home: SuiteHome
    private let loop: EventLoop
    private let answers: UnavailableAnswers = UnavailableAnswers()
    private var entries: [String: [Entry]] = [:]
    private var reasons: [String: String] = [:]

    /// Binds a socket for each edge, one to each vertical for the operator, and one to the supervisor for everybody.
    init(plan: SuitePlan, home: SuiteHome, loop: EventLoop) throws {
        self.home = home
        self.loop = loop
        for vertical: SuitePlan.Vertical in plan.verticals { try home.make(home.runtime(vertical.name)) }
        try home.make(home.runtime("operator"))
        let consumers: [String] = plan.serving.map(\.name) + ["operator"]
        for edge: SuitePlan.Edge in plan.edges { try bind(edge.consumer, to: edge.provider, as: edge.socket) }
        for vertical: SuitePlan.Vertical in plan.serving { try bind("operator", to: vertical.name, as: vertical.name) }
        for consumer: String in consumers {
            control.append((consumer, try UnixListener.bind(path: home.socket(from: consumer, to: "supervisor"), loop: loop)))
        }
    }

    private func bind(_ consumer: String, to provider: String, as name: String) throws {
        let path: String = home.socket(from: consumer, to: name)
        let listener: UnixListener = try UnixListener.bind(path: path, loop: loop)
        entries[provider, default: []].append(Entry(consumer: consumer, listener: listener, path: path))
    }

    /// What a provider's process is handed, named after the consumers.
    func handedTo(_ provider: String) -> [(name: String, descriptor: Int32)] {
        (entries[provider] ?? []).map { ($0.consumer, $0.listener.descriptor) }
    }

    // MARK: While nobody serves

    /// Answers callers of a provider itself, with the reason; nil ends that.
    func setUnavailable(_ provider: String, _ reason: String?) {
        reasons[provider] = reason
        for entry: Entry in entries[provider] ?? [] {
            if reason != nil { raise(entry, provider) } else { lower(entry) }
        }
    }

    private func raise(_ entry: Entry, _ provider: String) {
        guard !entry.isGuarded else { return }
        entry.isGuarded = true
        if entry.wasStarted { return entry.listener.resume() }
        entry.wasStarted = true
        let sockets: LoopBound<SuiteSockets> = LoopBound(self, loop: loop)
        try? entry.listener.start { socket in
            sockets.value.answers.give(to: socket, reason: sockets.value.reasons[provider] ?? "it is being started again")
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
