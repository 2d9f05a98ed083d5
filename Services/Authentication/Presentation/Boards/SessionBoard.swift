import AuthenticationDomain
import AuthenticationIO
import Colonnade

/// `session`: says whose the caller's session is.
public struct SessionBoard: Sendable {
    private let session: CallersSession

    public init(session: @escaping CallersSession) {
        self.session = session
    }

    func activate() async throws -> SessionDescription {
        try await refusing { SessionDescription(try SessionDomainModel(session())) }
    }
}
