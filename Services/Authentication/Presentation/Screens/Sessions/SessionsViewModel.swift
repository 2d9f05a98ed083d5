import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// Shows where somebody is signed in, and ends what they want ended.
final class SessionsViewModel: ViewModel {
    let output: ViewOutput<SessionsState>
    private let following: FollowSessionsUseCase
    private let ending: EndSessionUseCase
    private let endingAll: EndAllSessionsUseCase
    private let session: CallersSession

    /// - Parameter session: the caller's, asked anew for all that is done.
    /// - Throws: SessionError.
    init(
        following: FollowSessionsUseCase, ending: EndSessionUseCase, endingAll: EndAllSessionsUseCase, session: @escaping CallersSession
    ) throws {
        self.following = following
        self.ending = ending
        self.endingAll = endingAll
        self.session = session
        output = ViewOutput(SessionsState(own: try session().id))
    }

    var inputs: [ViewInput] { [.chosen("sessions", end), .pressed("endAll", endAll)] }

    func run() async throws {
        try await refusing {
            for try await sessions: BegunSessionsDomainModel in following.execute(try SessionDomainModel(session())) {
                if output.state.isLeaving { return }
                // Whose session was ended elsewhere sees nothing more.
                _ = try session()
                output.update { $0.sessions = sessions }
            }
        }
    }

    func end(_ row: String) async throws {
        guard let id: UUID = UUID(uuidString: row) else { return }
        if id == output.state.own { output.update { $0.isLeaving = true } }
        let ended: [UUID] = try await refusing { try await ending.execute(id, by: try SessionDomainModel(session())) }
        if id == output.state.own { leave(ended) }
    }

    func endAll() async throws {
        output.update { $0.isLeaving = true }
        leave(try await refusing { try await endingAll.execute(try SessionDomainModel(session())) })
    }

    private func leave(_ ended: [UUID]) {
        output.go(SessionsRoute.signedOut(SignedOut(sessions: ended)))
        output.finish()
    }
}
