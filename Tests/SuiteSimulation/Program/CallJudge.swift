import ColonnadeContract

/// What a caller may do after a call that failed.
enum CallVerdict: Hashable, Sendable {
    /// No handler has seen it: it may be sent as a new one.
    case notDispatched
    /// A handler may have seen it: only the same call may be sent again.
    case unknown
    /// The vertical's own answer.
    case refused(String)
    /// Nothing that cuts, deaths and replacements explain.
    case broken(String)

    init<Refused: Refusal>(_ failure: CallFailure<Refused>) {
        switch failure {
        case .refused(let refusal): self = .refused("\(refusal)")
        case .unavailable, .draining, .exhausted, .deadlineExceeded, .cancelled, .moved, .crashed, .barrierRefused, .barrierStuck:
            self = failure.outcome == .notDispatched ? .notDispatched : .unknown
        case .refusedUnknown, .invalid, .unimplemented, .undeclared, .incompatible, .tooLarge, .failed: self = .broken("\(failure)")
        }
    }
}
