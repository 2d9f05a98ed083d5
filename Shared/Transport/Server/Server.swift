public import ColonnadeContract
public import ColonnadeEventLoop

/// The boards that a consumer has declared that it calls; nil for all.
public typealias DeclaredBoards = @Sendable () -> Set<BoardID>?

/// Serves interfaces to connecting consumers.
///
/// Everything runs on one loop; the functions may be called from any thread.
public final class Server: Sendable {
    private let loop: EventLoop
    private let core: LoopBound<ServerCore>

    /// Creates a server that serves nobody yet.
    /// - Precondition: no two boards of the dispatchers have the same number.
    public init(configuration: ServerConfiguration, loop: EventLoop) {
        self.loop = loop
        core = LoopBound(ServerCore(configuration: configuration, loop: loop), loop: loop)
    }

    /// Accepts connections from a listening socket, which is one edge.
    /// - Parameters:
    ///   - consumer: the only consumer that may say HELLO there; nil for any.
    ///   - boards: the boards it has declared, read at each HELLO; every other board answers FAIL `undeclared`. Nil for all
    ///     boards.
    ///   - owner: the user that the socket was made for, who may connect beside root and this process's own user; nil for none.
    public func serve(listener: UnixListener, consumer: String?, boards: DeclaredBoards? = nil, owner: UInt32? = nil) {
        serve(acceptor: UnixAcceptor(listener), consumer: consumer, boards: boards, owner: owner)
    }

    /// Accepts pipes from any acceptor.
    /// - Parameter owner: the user that it was made for, who may connect beside root and this process's own user; nil for none.
    public func serve(acceptor: any Acceptor, consumer: String?, boards: DeclaredBoards? = nil, owner: UInt32? = nil) {
        onLoop { core in
            do throws(AcceptFailure) {
                try core.value.serve(acceptor, consumer: consumer, boards: boards, owner: owner, bound: core)
            } catch {
                preconditionFailure("a listening socket can't be watched: \(error.reason)")
            }
        }
    }

    /// Serves one pipe that is not started.
    public func serve(pipe: any Pipe, consumer: String?, boards: DeclaredBoards? = nil) {
        onLoop { $0.value.serve(pipe, consumer: consumer, boards: boards) }
    }

    /// Stops accepting, lets accepted calls end, and closes.
    /// - Parameter timeout: the time until handlers are cancelled and connections closed.
    public func drain(timeout: Duration) async {
        let core: LoopBound<ServerCore> = core
        let timer: LoopTimer = loop.schedule(after: timeout) { core.value.endDrain(core) }
        await withCheckedContinuation { continuation in
            onLoop { $0.value.drain(continuation) }
        }
        timer.cancel()
    }

    /// Ends a ``drain(timeout:)`` early, as its time-out does: each open call gets its end, and the output is sent. Does nothing
    /// if no drain is in progress.
    public func endDrain() {
        onLoop { if $0.value.isDraining { $0.value.endDrain($0) } }
    }

    /// Closes everything at once and cancels the handlers.
    public func close() {
        onLoop { $0.value.close() }
    }

    /// The server's statistics.
    public var statistics: ServerStatistics {
        get async {
            await withCheckedContinuation { continuation in
                onLoop { continuation.resume(returning: $0.value.snapshot()) }
            }
        }
    }

    /// Calls as they end, from now on, for a task of the server's loop. Close it by ``close(_:)``.
    /// - Parameter board: the only board whose calls are wanted; nil for all. The platform's boards are never among them.
    /// - Returns: nil where ``Limits/watchesOfServer`` watch already.
    public func watch(_ board: String?) -> CallWatch? {
        core.value.openWatch(of: board)
    }

    /// Ends a watch. On the loop.
    public func close(_ watch: CallWatch) {
        core.value.close(watch)
    }

    private func onLoop(_ body: @escaping @Sendable (LoopBound<ServerCore>) -> Void) {
        let core: LoopBound<ServerCore> = core
        if loop.isCurrent {
            body(core)
        } else {
            loop.execute { body(core) }
        }
    }
}
