import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import SupervisorCore

/// The servers of the supervisor's own interface, one for each consumer. Belongs to the loop.
final class ControlServers {
    private let runner: LoopBound<SuiteRunner>
    private let loop: EventLoop
    private var servers: [String: Server] = [:]

    init(_ runner: LoopBound<SuiteRunner>, loop: EventLoop) {
        self.runner = runner
        self.loop = loop
    }

    /// Serves everybody who has a socket.
    func serveAll() {
        for entry: (consumer: String, listener: UnixListener) in runner.value.sockets.control { serve(entry.consumer, at: entry.listener) }
    }

    func serve(_ consumer: String, at listener: UnixListener) {
        let boards: ControlBoards = ControlBoards(
            consumer: consumer, runner: runner, logAnswers: LoopBound(LogAnswers(), loop: loop))
        let server: Server = Server(
            configuration: ServerConfiguration(
                provider: "supervisor", dispatchers: [SupervisorDispatcher(boards)],
                limits: ControlLimits.of(consumer, verticals: runner.value.plan.verticals.count)),
            loop: loop)
        server.serve(listener: listener, consumer: consumer, owner: runner.value.accounts[consumer].user)
        servers[consumer] = server
    }

    /// A consumer has gone: nobody is left to be answered.
    func end(_ consumer: String) {
        guard let server: Server = servers.removeValue(forKey: consumer) else { return }
        loop.startTask { await server.drain(timeout: .zero) }
    }

    /// Ends all of them once what has begun is answered, or the time is over.
    func drain(within patience: Duration) async {
        await withDiscardingTaskGroup { all in
            for server: Server in servers.values { all.addTask { await server.drain(timeout: patience) } }
        }
        servers = [:]
    }
}
