import ColonnadeEventLoop
import Dispatch
import Synchronization

/// Begins calls at a steady pace, whether or not the ones before were answered, until standard input ends.
final class Pace: Sendable {
    private let rate: Int
    private let loop: EventLoop
    private let account: Account
    private let isEnding: Atomic<Bool> = Atomic(false)

    /// - Parameter rate: calls a second.
    init(rate: Int, loop: EventLoop, account: Account) {
        self.rate = rate
        self.loop = loop
        self.account = account
    }

    /// Returns once every call has ended. Numbers begin at 0.
    func run(_ call: @escaping @Sendable (Int) async -> Void) async {
        DispatchQueue.global().async { [self] in
            while readLine() != nil {}
            isEnding.store(true, ordering: .relaxed)
        }
        await withDiscardingTaskGroup { calls in
            let start: MonotonicTime = loop.now
            var begun: Int = 0
            var seconds: Int = 0
            while !isEnding.load(ordering: .relaxed) {
                let elapsed: Duration = loop.now - start
                let due: Int = Int(elapsed / .seconds(1) * Double(rate))
                while begun < due {
                    let number: Int = begun
                    calls.addTask { await call(number) }
                    begun += 1
                }
                if Int(elapsed / .seconds(1)) > seconds {
                    seconds += 1
                    account.tell()
                }
                do { try await loop.sleep(for: .milliseconds(2)) } catch { return }
            }
        }
        account.tell()
    }
}
