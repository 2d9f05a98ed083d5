import Dispatch

/// Runs what blocks (files, long parsing) on a thread of its own queue, so that the caller's loop goes on.
package struct BlockingWork: Sendable {
    private let queue: DispatchQueue = DispatchQueue(label: "maps.blocking-work", attributes: .concurrent)

    package init() {}

    /// The body's result; the caller comes back to where it was.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
