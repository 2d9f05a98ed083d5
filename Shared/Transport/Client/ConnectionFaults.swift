internal import ColonnadeContract
internal import ColonnadeEventLoop

extension Fault {
    /// Says why a provider can't be reached, and what to do next.
    init(_ failure: DialFailure, consumer: String, provider: String) {
        switch failure {
        case .notFound(let place):
            self.init(.undeclared, EdgeWords.undeclared(consumer, provider, place: place), outcome: .notDispatched)
        case .forbidden(let place):
            self.init(
                .undeclared, "\(consumer) does not declare \(provider): \(place) belongs to somebody else. Look at who may use it.",
                outcome: .notDispatched)
        case .untrusted(let place, let uid):
            self.init(
                .undeclared,
                "\(provider) is not trusted: user \(uid) listens at \(place), and nothing was sent. Find out who that is; "
                    + "if it is right, start \(consumer) with \(TrustedUsers.variable)=\(uid).",
                outcome: .notDispatched)
        case .refused(let place):
            self.init(
                .unavailable,
                "\(provider) does not run: nobody listens at \(place). "
                    + "Look at `svc-supervisor status` and `svc-supervisor logs \(provider)`.",
                outcome: .notDispatched)
        case .busy(let place):
            self.init(.exhausted, "\(provider) does not keep up: the queue at \(place) is full.", outcome: .notDispatched)
        case .other(let reason):
            self.init(.unavailable, "\(provider) can't be reached: \(reason).", outcome: .notDispatched)
        }
    }

    /// The fault for a connection that ended without a reason.
    init(_ end: PipeEnd, provider: String, outcome: DeliveryOutcome) {
        let reason: String =
            switch end {
            case .endOfFile: "it closed the connection"
            case .failed(let reason): reason
            case .closed: "this side closed the connection"
            }
        let when: String = outcome == .notDispatched ? "before it took the call" : "while the call ran"
        self.init(.unavailable, "\(provider) went away \(when): \(reason).", outcome: outcome)
    }
}
