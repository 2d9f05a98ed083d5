import AuthenticationIO
private import Synchronization

/// Whom the flows of one page are for, and for whom that person acts.
final class Visit: Sendable {
    private struct State {
        var session: SessionDescription?
        var ward: SignedIn?
    }

    let place: String
    let signUpAddress: String?
    private let state: Mutex<State>

    init(_ visitor: FlowVisitor) {
        place = visitor.place
        signUpAddress = visitor.signUpAddress
        state = Mutex(State(session: visitor.session, ward: visitor.ward))
    }

    /// Whose session the calls are made with; nil where nobody has signed in.
    var session: SessionDescription? { state.withLock { $0.session } }

    /// The session of the minor for whom the person acts; nil where they act for themselves.
    var ward: SignedIn? { state.withLock { $0.ward } }

    /// Whether a guardian looks who has no record of their own, and acts for nobody yet.
    var isGuardianAlone: Bool {
        state.withLock { $0.session?.role == .patient && $0.session?.patient == nil && $0.ward == nil }
    }

    /// - Returns: the session before. Minors' sessions end with the one that they were made from.
    func become(_ session: SessionDescription?) -> SessionDescription? {
        state.withLock { state in
            let before: SessionDescription? = state.session
            if before?.id != session?.id { state.ward = nil }
            state.session = session
            return before
        }
    }

    func act(for ward: SignedIn?) {
        state.withLock { $0.ward = ward }
    }
}
