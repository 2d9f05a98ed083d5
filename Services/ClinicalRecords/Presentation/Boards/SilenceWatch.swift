import ClinicalRecordsDomain
import Synchronization

/// Ends a transfer whose sender has gone silent.
struct SilenceWatch: Sendable {
    /// So long without a byte is silence; it is noticed after twice that at most.
    let patience: Duration
    /// Waits for so long, or throws when it is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Runs a transfer, which says how many bytes it has received each time some came.
    /// - Throws: ``BundleProblem/interrupted(received:)`` after a silence; what the transfer throws.
    func run(_ transfer: @escaping @Sendable (_ received: @escaping @Sendable (Int) -> Void) async throws -> Void) async throws {
        let heard: Heard = Heard()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await transfer { bytes in heard.bytes.withLock { $0 = bytes } } }
            group.addTask {
                var before: Int = -1
                while true {
                    let now: Int = heard.bytes.withLock(\.self)
                    guard now != before else { throw BundleProblem.interrupted(received: now) }
                    before = now
                    try await sleep(patience)
                }
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    private final class Heard: Sendable {
        let bytes: Mutex<Int> = Mutex(0)
    }
}
