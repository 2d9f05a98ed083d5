import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Synchronization

/// Callers of svc-echo that call without a pause, on one connection.
final class EchoCallers: Sendable {
    /// What came of it.
    struct Account: Sendable {
        var answers: Int = 0
        var failures: [String] = []
        /// How many connections it took.
        var connections: Int = 0
    }

    /// Counts how often it is dialled.
    private final class CountingDialer: Dialer {
        let dialer: UnixDialer
        let count: Mutex<Int> = Mutex(0)

        init(path: String) {
            dialer = UnixDialer(path: path)
        }

        func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
            count.withLock { $0 += 1 }
            return try dialer.dial(on: loop)
        }
    }

    private static let callers: Int = 8

    private let loop: EventLoop = EventLoop(name: "callers")
    private let dialer: CountingDialer
    private let connector: Connector
    private let account: Mutex<Account> = Mutex(Account())
    private let isEnding: Mutex<Bool> = Mutex(false)

    init(home: String) {
        dialer = CountingDialer(path: "\(home)/run/operator/echo.sock")
        connector = Connector(
            consumer: "operator", provider: "echo", contract: EchoContract.descriptor, dialer: dialer, loop: loop, instance: "callers")
    }

    /// How many calls were answered so far.
    var count: Int { account.withLock { $0.answers } }

    /// Calls until ``end()`` is called.
    func run() async -> Account {
        await Task(executorPreference: loop) {
            await withDiscardingTaskGroup { all in
                for _: Int in 0..<Self.callers { all.addTask { await self.call() } }
            }
        }.value
        connector.close()
        loop.shutdown()
        account.withLock { $0.connections = dialer.count.withLock { $0 } }
        return account.withLock { $0 }
    }

    func end() { isEnding.withLock { $0 = true } }

    private func call() async {
        let client: EchoClient = EchoClient(connector)
        while !isEnding.withLock({ $0 }) {
            do {
                _ = try await client.pause(PauseRequest(duration: .milliseconds(1)))
                account.withLock { $0.answers += 1 }
            } catch {
                account.withLock { $0.failures.append("\(error)") }
            }
        }
    }
}
