public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `signOut`: ends the caller's session.
public struct SignOutBoard: Sendable {
    private let useCase: SignOutUseCase
    private let session: CallersSession

    public init(useCase: SignOutUseCase, session: @escaping CallersSession) {
        self.useCase = useCase
        self.session = session
    }

    func activate() async throws -> SignedOut {
        SignedOut(sessions: try await refusing { try await useCase.execute(try SessionDomainModel(session())) })
    }
}
