internal import struct Foundation.Date

/// Begins the session of an account.
struct SessionMaking: Sendable {
    let signing: any SignSessionsInterface
    let surroundings: Surroundings

    func begin(for account: AccountDomainModel) throws -> SignedInDomainModel {
        let now: Date = surroundings.now()
        let session: SessionDomainModel = SessionDomainModel(
            id: surroundings.newID(), user: account.id, name: account.profile.name.text, role: account.profile.role,
            patient: account.profile.patient, issued: now,
            expires: now.addingTimeInterval(Lifetimes.session(of: account.profile.role)))
        return SignedInDomainModel(token: try signing.token(for: session), session: session)
    }
}
