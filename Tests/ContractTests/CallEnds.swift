import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Testing

/// What ends a call other than its answer, for whatever board.
enum CallEnds {
    /// Runs a call whose deadline has passed already, or passes soon: it fails so. Where it had passed, no handler has seen it.
    static func expectDeadline<Refused: Refusal>(
        _: Refused.Type, in time: Duration = .milliseconds(-1), _ call: () async throws -> Void
    ) async throws {
        let metadata: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + time).nanoseconds)
        let ended: CallFailure<Refused>? = try await CallMetadata.$current.withValue(metadata) { try await failure(call) }
        guard case .deadlineExceeded(let fault)? = ended else {
            Issue.record("the deadline passed, and the call ended with \(String(describing: ended))")
            return
        }
        if time < .zero { #expect(fault.outcome == .notDispatched) }
    }

    /// Runs a call in a task that was cancelled: it fails so, and at once.
    static func expectCancelled<Refused: Refusal>(_: Refused.Type, _ call: @escaping @Sendable () async throws -> Void) async throws {
        let task: Task<CallFailure<Refused>?, any Error> = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await failure(call)
        }
        task.cancel()
        let ended: CallFailure<Refused>? = try await within(.seconds(30), "the end of a cancelled call") { try await task.value }
        guard case .cancelled? = ended else {
            Issue.record("the call was cancelled, and ended with \(String(describing: ended))")
            return
        }
    }

    /// What a call is refused for; nil where it is not.
    static func refusal<Refused: Refusal>(_: Refused.Type, _ call: () async throws -> Void) async throws -> Refused? {
        guard let failure: CallFailure<Refused> = try await failure(call) else { return nil }
        guard case .refused(let refusal) = failure else { throw failure }
        return refusal
    }

    private static func failure<Refused: Refusal>(_ call: () async throws -> Void) async throws -> CallFailure<Refused>? {
        do {
            try await call()
            return nil
        } catch let failure as CallFailure<Refused> {
            return failure
        }
    }
}
