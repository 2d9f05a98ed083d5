import ColonnadeEventLoop
import Dispatch
import Glibc
import Synchronization

/// Begins calls at a steady pace, some at once, whether or not the ones before were answered, until standard input ends. A line
/// `kill PID` there ends a process in the middle of the calls that begin next.
final class Pace: Sendable {
    /// Between the calls that begin at once and those that follow.
    private static let interval: Duration = .milliseconds(20)
    /// What a call is given to reach its handler before the process is killed.
    private static let underway: Duration = .milliseconds(1)

    private let rate: Int
    private let loop: EventLoop
    private let account: Account
    private let isEnding: Atomic<Bool> = Atomic(false)
    /// The process to kill; 0 is none.
    private let victim: Atomic<Int32> = Atomic(0)

    /// - Parameter rate: calls a second.
    init(rate: Int, loop: EventLoop, account: Account) {
        self.rate = rate
        self.loop = loop
        self.account = account
    }

    /// Returns once every call has ended. Numbers begin at 0.
    func run(_ call: @escaping @Sendable (Int) async -> Void) async {
        DispatchQueue.global().async { [self] in
            while let line: String = readLine() { hear(line) }
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
                do { try await pause() } catch { return }
            }
        }
        account.tell()
    }

    private func hear(_ line: String) {
        if line.hasPrefix("kill "), let process: Int32 = Int32(line.dropFirst(5)), process > 1 {
            victim.store(process, ordering: .relaxed)
        }
    }

    private func pause() async throws {
        let process: Int32 = victim.exchange(0, ordering: .relaxed)
        if process > 0 {
            try await loop.sleep(for: Self.underway)
            kill(process, SIGKILL)
        }
        try await loop.sleep(for: Self.interval)
    }
}
