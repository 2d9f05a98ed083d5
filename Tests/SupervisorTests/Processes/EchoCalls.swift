import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Synchronization

/// Calls of an operator that go on until they are told to stop.
final class EchoCalls: Sendable {
    /// Counts how often it is dialled.
    private final class CountingDialer: Dialer {
        private let dialer: UnixDialer
        private let count: Mutex<Int> = Mutex(0)

        init(path: String) {
            dialer = UnixDialer(path: path)
        }

        var dials: Int { count.withLock { $0 } }

        func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
            count.withLock { $0 += 1 }
            return try dialer.dial(on: loop)
        }
    }

    private let dialer: CountingDialer
    private let loop: EventLoop = EventLoop(name: "callers")
    /// Each with a connection of its own.
    private let echoes: [EchoClient]
    private let ends: Mutex<(count: Int, failures: [String], isOver: Bool)> = Mutex((0, [], false))

    init(home: String, connections: Int = 1) {
        let (dialer, loop): (CountingDialer, EventLoop) = (CountingDialer(path: "\(home)/run/operator/echo.sock"), loop)
        self.dialer = dialer
        echoes = (0..<connections).map { number in
            EchoClient(
                Connector(
                    consumer: "operator", provider: "echo", contract: EchoContract.descriptor,
                    dialer: dialer, loop: loop, instance: "calls-\(number)"))
        }
    }

    var count: Int { ends.withLock { $0.count } }
    /// How often a connection was made.
    var dials: Int { dialer.dials }
    var failures: [String] { ends.withLock { $0.failures } }

    func stop() { ends.withLock { $0.isOver = true } }

    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for number: Int in 0..<max(8, echoes.count) { group.addTask { await self.call(self.echoes[number % self.echoes.count]) } }
        }
        loop.shutdown()
    }

    private func call(_ echo: EchoClient) async {
        while !(ends.withLock { $0.isOver }) {
            let number: Int = count
            do throws(EchoClient.Failure) {
                try await echo.note(NoteRequest(number: number))
                ends.withLock { $0.count += 1 }
            } catch {
                ends.withLock { $0.failures.append("\(error)") }
            }
        }
    }
}
