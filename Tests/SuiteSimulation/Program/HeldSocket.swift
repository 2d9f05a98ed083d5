import ColonnadeEventLoop
import ColonnadeTransport
import Synchronization

/// The socket of one edge, as the supervisor holds it: it outlives the processes that accept at it, and who connects while there is none
/// waits.
final class HeldSocket: Dialer {
    private struct State {
        /// Connections that nobody has accepted yet.
        var waiting: [MemoryPipe] = []
        var acceptors: [HeldAcceptor] = []
        var breaks: Int = 0
    }

    let consumer: String
    let provider: String
    private let weather: Weather
    private let dice: Dice
    private let state: Mutex<State> = Mutex(State())

    init(consumer: String, provider: String, weather: Weather, seed: UInt64) {
        self.consumer = consumer
        self.provider = provider
        self.weather = weather
        dice = Dice(seed, "\(consumer) to \(provider)")
    }

    /// How often a provider's death has broken a connection of this edge.
    var breaks: Int { state.withLock(\.breaks) }

    func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
        // Streams of the follower end by the deaths of providers alone: so it is known when one may end.
        let plans: (there: MemoryPlan, back: MemoryPlan) = weather.course(dice, mayBreak: consumer != SuiteSurroundings.follower)
        let (near, far): (MemoryPipe, MemoryPipe) = MemoryPipe.pair(loop, loop, there: plans.there, back: plans.back)
        loop.schedule(after: weather.delay(dice)) { self.arrived(far) }
        return near
    }

    func noteBreak() {
        state.withLock { $0.breaks += 1 }
    }

    /// An acceptor of one process, which shares the socket with those of others until it is closed.
    func acceptor(for connections: ProcessConnections) -> HeldAcceptor {
        HeldAcceptor(socket: self, connections: connections)
    }

    fileprivate func open(_ acceptor: HeldAcceptor) {
        let waiting: [MemoryPipe] = state.withLock { state in
            state.acceptors.append(acceptor)
            defer { state.waiting = [] }
            return state.waiting
        }
        for pipe: MemoryPipe in waiting { acceptor.accept(pipe) }
    }

    fileprivate func close(_ acceptor: HeldAcceptor) {
        state.withLock { $0.acceptors.removeAll { $0 === acceptor } }
    }

    /// Whichever process is quicker gets it, as with a socket that several accept at.
    private func arrived(_ pipe: MemoryPipe) {
        let acceptors: [HeldAcceptor] = state.withLock { state in
            if state.acceptors.isEmpty { state.waiting.append(pipe) }
            return state.acceptors
        }
        if !acceptors.isEmpty { dice.pick(acceptors).accept(pipe) }
    }
}

/// One process's way to accept at a ``HeldSocket``.
final class HeldAcceptor: Acceptor {
    private let socket: HeldSocket
    private let connections: ProcessConnections
    private let onAccept: Mutex<(@Sendable (any Pipe) -> Void)?> = Mutex(nil)

    init(socket: HeldSocket, connections: ProcessConnections) {
        self.socket = socket
        self.connections = connections
    }

    func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure) {
        self.onAccept.withLock { $0 = onAccept }
        socket.open(self)
    }

    func close() {
        socket.close(self)
    }

    func accept(_ pipe: MemoryPipe) {
        guard let accepted: any Pipe = connections.take(pipe, of: socket) else { return }
        onAccept.withLock(\.self)?(accepted)
    }
}
