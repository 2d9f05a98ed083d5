import ColonnadeContract
import Dispatch

/// Lets few hash passwords at the same time, since each needs a processor and much memory, and few wait; whoever sends many waits behind
/// itself.
public struct PasswordQueue: Sendable {
    private let turns: RunLimit
    private let threads: DispatchQueue = DispatchQueue(label: "authentication.passwords", attributes: .concurrent)

    public init(atATime: Int = 2, mostWaiting: Int = 64) {
        turns = RunLimit(atATime, mostWaiting: mostWaiting, of: "passwords are being hashed")
    }

    /// Runs the body when it is its turn.
    /// - Parameter origin: from where the attempt comes: the consumer by whose edge, and of a browser's its place; nil where anybody may
    ///   connect.
    /// - Throws: `Declined` where too many wait; CancellationError where the task is cancelled while it waits; what `body` throws.
    public func inTurn<Value>(of origin: String?, _ body: () async throws -> Value) async throws -> Value {
        try await turns.run(for: origin ?? "", body)
    }

    /// Runs what blocks, off the caller's loop. To be called when it is the caller's turn.
    public func hash<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            threads.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
