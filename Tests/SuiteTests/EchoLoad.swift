import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import IOInterface
import Synchronization

/// Calls of svc-echo at a steady pace, each with a number of its own, beside streams that never end.
final class EchoLoad: Sendable {
    /// What came of it.
    struct Account: Sendable {
        /// How often each call's number was answered.
        var answered: Set<Int64> = []
        var failures: [String] = []
        /// From each call to its answer, in milliseconds.
        var waits: [Double] = []
        /// How often a stream began anew, because it had moved to the next process.
        var moves: Int = 0
        var outputs: Int = 0

        /// The wait that a share of all waits lie below, in milliseconds.
        func wait(_ share: Double) -> Double {
            let sorted: [Double] = waits.sorted()
            return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
        }
    }

    private let loop: EventLoop = EventLoop(name: "load")
    private let clients: [EchoClient]
    private let connectors: [Connector]
    private let account: Mutex<Account> = Mutex(Account())
    private let isEnding: Mutex<Bool> = Mutex(false)

    init(socket: String) {
        let loop: EventLoop = loop
        connectors = (0..<4).map { number in
            Connector(
                consumer: "operator", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: socket), loop: loop,
                instance: "load-\(number)")
        }
        clients = connectors.map { EchoClient($0) }
    }

    /// Calls until ``end()`` is called; returns once every call has its answer.
    /// - Parameters:
    ///   - rate: calls a second.
    ///   - streams: how many streams are open all the time.
    func run(rate: Int, streams: Int) async -> Account {
        await Task(executorPreference: loop) { await self.call(rate, streams) }.value
        for connector: Connector in connectors { connector.close() }
        return account.withLock { $0 }
    }

    func end() { isEnding.withLock { $0 = true } }

    private func call(_ rate: Int, _ streams: Int) async {
        await withTaskGroup(of: Void.self) { streamsOpen in
            for number: Int in 0..<streams { streamsOpen.addTask { [self] in await follow(clients[number % clients.count]) } }
            await withDiscardingTaskGroup { calls in
                let start: MonotonicTime = loop.now
                var begun: Int64 = 0
                while !isEnding.withLock({ $0 }) {
                    let due: Int64 = Int64((loop.now - start) / .seconds(1) * Double(rate))
                    while begun < due {
                        begun += 1
                        let number: Int64 = begun
                        calls.addTask { [self] in await ask(clients[Int(number) % clients.count], number) }
                    }
                    do { try await loop.sleep(for: .milliseconds(2)) } catch { return }
                }
            }
            streamsOpen.cancelAll()
        }
    }

    /// One call, of a board that is not idempotent: carried out twice, it would be in the ledger twice.
    private func ask(_ client: EchoClient, _ number: Int64) async {
        let start: MonotonicTime = MonotonicTime.read()
        do {
            _ = try await client.pause(PauseRequest(duration: .nanoseconds(number)))
            let wait: Double = (MonotonicTime.read() - start) / .milliseconds(1)
            account.withLock { account in
                account.answered.insert(number)
                account.waits.append(wait)
            }
        } catch {
            account.withLock { $0.failures.append("call \(number): \(error)") }
        }
    }

    private func follow(_ client: EchoClient) async {
        var last: Int = -1
        do {
            for try await number: Int in client.count(CountRequest(count: .max, delay: .milliseconds(10))) {
                let expected: Int = last + 1
                account.withLock { account in
                    account.outputs += 1
                    if number == 0, last >= 0 { account.moves += 1 } else if number != expected { account.failures.append("a gap") }
                }
                last = number
            }
        } catch {
            guard !Task.isCancelled else { return }
            account.withLock { $0.failures.append("a stream: \(error)") }
        }
    }
}
