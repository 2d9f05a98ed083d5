import Dispatch

/// Runs what blocks (opening and deleting files) on a thread of its own queue, so that the caller's loop goes on.
struct BlockingWork: Sendable {
    private let queue: DispatchQueue = DispatchQueue(label: "clinical-records.blocking-work", attributes: .concurrent)

    /// The body's result; the caller comes back to where it was. Not ended by cancelling.
    func run<Value: Sendable, Failure: Error>(_ body: @escaping @Sendable () throws(Failure) -> Value) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
