public import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `minorSession`: begins a session for a ward of the caller.
public struct MinorSessionBoard: Sendable {
    private let useCase: ActForMinorUseCase
    private let session: CallersSession

    public init(useCase: ActForMinorUseCase, session: @escaping CallersSession) {
        self.useCase = useCase
        self.session = session
    }

    func activate(with input: MinorSessionRequest) async throws -> SignedIn {
        SignedIn(
            try await refusing { try await useCase.execute(patient: input.patient, guardian: try SessionDomainModel(session())) })
    }
}
