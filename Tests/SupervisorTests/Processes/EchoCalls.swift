import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Synchronization

/// Calls of an operator that go on until they are told to stop.
final class EchoCalls: Sendable {
    private let loop: EventLoop = EventLoop(name: "callers")
    /// Each with a connection of its own.
    private let echoes: [EchoClient]
    private let ends: Mutex<(count: Int, failures: [String], isOver: Bool)> = Mutex((0, [], false))

    init(home: String, connections: Int = 1) {
        let loop: EventLoop = loop
        echoes = (0..<connections).map { number in
            EchoClient(
                Connector(
                    consumer: "operator", provider: "echo", contract: EchoContract.descriptor,
                    dialer: UnixDialer(path: "\(home)/run/operator/echo.sock"), loop: loop, instance: "calls-\(number)"))
        }
    }

    var count: Int { ends.withLock { $0.count } }
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
