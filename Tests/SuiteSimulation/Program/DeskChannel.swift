import ColonnadeContract

/// A desk's way to a vertical. Calls are sent again by themselves only where they were not dispatched: what is unknown reaches the desk.
final class DeskChannel: Channel {
    private let inner: any Channel
    private let bug: PlantedBug?

    init(_ inner: any Channel, bug: PlantedBug?) {
        self.inner = inner
        self.bug = bug
    }

    func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage {
        do throws(CallError) {
            return try await inner.call(CallRequest(board: request.board, body: request.body, isIdempotent: false))
        } catch {
            guard bug == .tellsWrongOutcome, case .fault(let fault) = error, fault.outcome == .unknown else { throw error }
            throw .fault(Fault(fault.code, fault.message, outcome: .notDispatched))
        }
    }

    func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream { inner.open(request, takesCommands: takesCommands) }
}
