/// Makes sessions that everybody can check.
public protocol SignSessionsInterface: Sendable {
    func token(for session: SessionDomainModel) throws -> String
}
