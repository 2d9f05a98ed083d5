public import ColonnadeEventLoop
private import Synchronization

/// An in-process address where consumers find a provider.
public final class MemoryEndpoint: Dialer {
    /// The plans for a connection's bytes, by its number from 1: from consumer to provider, and back.
    public typealias Course = @Sendable (_ connection: Int) -> (there: MemoryPlan, back: MemoryPlan)

    private struct State {
        var failure: DialFailure?
        var acceptor: MemoryAcceptor?
        var connections: Int = 0
    }

    private let course: Course
    private let state: Mutex<State> = Mutex(State())

    /// Creates an address where nobody listens yet.
    public init(course: @escaping Course = { _ in (MemoryPlan(), MemoryPlan()) }) {
        self.course = course
    }

    /// How many connections were made.
    public var connections: Int { state.withLock { $0.connections } }

    /// Listens here; the latest listener gets new connections.
    public func listen(on loop: EventLoop) -> MemoryAcceptor {
        let acceptor: MemoryAcceptor = MemoryAcceptor(loop: loop)
        state.withLock { $0.acceptor = acceptor }
        return acceptor
    }

    /// Makes dialling fail; nil lets it succeed again.
    public func fail(_ failure: DialFailure?) {
        state.withLock { $0.failure = failure }
    }

    public func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
        let (failure, acceptor, number): (DialFailure?, MemoryAcceptor?, Int) = state.withLock { state in
            if let failure: DialFailure = state.failure { return (failure, nil, 0) }
            guard let acceptor: MemoryAcceptor = state.acceptor, acceptor.isOpen else { return (nil, nil, 0) }
            state.connections += 1
            return (nil, acceptor, state.connections)
        }
        if let failure { throw failure }
        guard let acceptor else { throw .refused("memory") }
        let plans: (there: MemoryPlan, back: MemoryPlan) = course(number)
        let (near, far): (MemoryPipe, MemoryPipe) = MemoryPipe.pair(loop, acceptor.loop, there: plans.there, back: plans.back)
        acceptor.accept(far)
        return near
    }
}

/// Accepts the connections of a ``MemoryEndpoint``.
public final class MemoryAcceptor: Acceptor {
    private struct State {
        var onAccept: (@Sendable (any Pipe) -> Void)?
        var backlog: [MemoryPipe] = []
        var isOpen: Bool = true
    }

    let loop: EventLoop
    private let state: Mutex<State> = Mutex(State())

    init(loop: EventLoop) {
        self.loop = loop
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    public func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure) {
        let backlog: [MemoryPipe] = state.withLock { state in
            state.onAccept = onAccept
            defer { state.backlog = [] }
            return state.backlog
        }
        for pipe: MemoryPipe in backlog { accept(pipe) }
    }

    public func close() {
        let backlog: [MemoryPipe] = state.withLock { state in
            state.isOpen = false
            state.onAccept = nil
            defer { state.backlog = [] }
            return state.backlog
        }
        for pipe: MemoryPipe in backlog { drop(pipe) }
    }

    func accept(_ pipe: MemoryPipe) {
        loop.execute { self.acceptNow(pipe) }
    }

    private func acceptNow(_ pipe: MemoryPipe) {
        let (onAccept, isDropped): ((@Sendable (any Pipe) -> Void)?, Bool) = state.withLock { state in
            if let onAccept = state.onAccept { return (onAccept, false) }
            if state.isOpen { state.backlog.append(pipe) }
            return (nil, !state.isOpen)
        }
        onAccept?(pipe)
        if isDropped { drop(pipe) }
    }

    private func drop(_ pipe: MemoryPipe) {
        loop.execute { pipe.close() }
    }
}
