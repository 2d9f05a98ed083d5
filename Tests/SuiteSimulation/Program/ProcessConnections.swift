import ColonnadeEventLoop
import ColonnadeTransport
import Synchronization

/// The connections of one simulated process, and the byte at which it dies.
final class ProcessConnections: Sendable {
    private struct State {
        var pipes: [(pipe: MemoryPipe, socket: HeldSocket)] = []
        var bytesLeft: Int?
        var isDead: Bool = false
        var onDeath: (@Sendable () -> Void)?
    }

    private let bug: PlantedBug?
    private let state: Mutex<State> = Mutex(State())

    init(bug: PlantedBug?) {
        self.bug = bug
    }

    var isDead: Bool { state.withLock(\.isDead) }

    /// Called once, when the process dies by a byte or by ``die()``.
    func onDeath(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onDeath = body }
    }

    /// The process dies once so many more bytes were read or written; nil for never.
    func dieAfter(bytes: Int?) {
        state.withLock { $0.bytesLeft = bytes }
    }

    /// The process's end of a connection; nil where the process is dead, and with it the connection.
    func take(_ pipe: MemoryPipe, of socket: HeldSocket) -> (any Pipe)? {
        let isAlive: Bool = state.withLock { state in
            if !state.isDead { state.pipes.append((pipe, socket)) }
            return !state.isDead
        }
        guard isAlive else {
            socket.noteBreak()
            pipe.close()
            return nil
        }
        return WatchedPipe(pipe, of: self, losesMoved: bug == .losesMoved)
    }

    /// How many of so many bytes pass before the process dies.
    func pass(_ count: Int) -> Int {
        state.withLock { state in
            if state.isDead { return 0 }
            guard let left: Int = state.bytesLeft else { return count }
            state.bytesLeft = max(left - count, 0)
            return min(left, count)
        }
    }

    /// Cuts every connection: what was written is still read by its peer, and what was not is lost.
    func die() {
        let (pipes, tell): ([(pipe: MemoryPipe, socket: HeldSocket)], (@Sendable () -> Void)?) = state.withLock { state in
            guard !state.isDead else { return ([], nil) }
            state.isDead = true
            defer { state.pipes = [] }
            return (state.pipes, state.onDeath.take())
        }
        for (pipe, socket): (MemoryPipe, HeldSocket) in pipes {
            socket.noteBreak()
            pipe.close()
        }
        tell?()
    }
}
