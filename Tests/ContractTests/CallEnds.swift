import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import Testing

/// What ends a call other than its answer, for whatever board. Each of these calls is at its provider when it ends, and what became
/// of it there is asked of the provider.
enum CallEnds {
    /// How long a call may have, and then longer: on a busy machine the first may be over before a handler has begun.
    private static let times: [Duration] = [.seconds(1), .seconds(4), .seconds(16)]

    /// Runs a call that would go on for longer than its deadline: it fails so, and its handler is ended.
    /// - Parameter hasBegun: whether the caller has seen what it waits for before the call may end; the handler's start is enough for
    ///   a board with one output.
    static func expectDeadline<Refused: Refusal>(
        _: Refused.Type, at board: ProviderBoard, hasBegun: @autoclosure () -> Bool = true, _ call: () async throws -> Void
    ) async throws {
        for time: Duration in times {
            let before: BoardStats = try await board.idle()
            let metadata: CallMetadata = CallMetadata(deadline: (MonotonicTime.read() + time).nanoseconds)
            let ended: CallFailure<Refused>? = try await CallMetadata.$current.withValue(metadata) { try await failure(call) }
            guard case .deadlineExceeded(let fault)? = ended else {
                Issue.record("the deadline passed, and the call ended with \(String(describing: ended))")
                return
            }
            let after: BoardStats = try await board.idle()
            guard hasBegun(), after.calls > before.calls else { continue }
            #expect(fault.outcome == .unknown)
            #expect(after.failures == before.failures + 1, "the handler came to an end of its own: \(after)")
            return
        }
        Issue.record("no call of \(board.name) has reached its handler within \(times.last ?? .zero)")
    }

    /// Runs a call, and cancels its task once the handler runs: it fails so, and the handler is ended.
    /// - Parameter hasBegun: as for ``expectDeadline(_:at:hasBegun:_:)``.
    static func expectCancelled<Refused: Refusal>(
        _: Refused.Type, at board: ProviderBoard, hasBegun: @autoclosure @escaping @Sendable () -> Bool = true,
        _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        let before: BoardStats = try await board.counts()
        let task: Task<CallFailure<Refused>?, any Error> = Task { try await failure(call) }
        defer { task.cancel() }
        _ = try await board.counts("the call in its handler") { $0.inFlight == before.inFlight + 1 && hasBegun() }
        task.cancel()
        let ended: CallFailure<Refused>? = try await within(.seconds(30), "the end of a cancelled call") { try await task.value }
        guard case .cancelled(let fault)? = ended else {
            Issue.record("the call was cancelled, and ended with \(String(describing: ended))")
            return
        }
        #expect(fault.outcome == .unknown, "the provider had it: \(fault)")
        let after: BoardStats = try await board.counts("the handler's end") { $0.inFlight == before.inFlight }
        #expect(
            after.calls == before.calls + 1 && after.failures == before.failures + 1, "the handler came to an end of its own: \(after)")
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
