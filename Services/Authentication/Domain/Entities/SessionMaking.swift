internal import struct Foundation.Date

/// Begins the session of an account.
struct SessionMaking: Sendable {
    let signing: any SignSessionsInterface
    let keeping: any KeepSessionsInterface
    let surroundings: Surroundings

    /// - Parameter place: where the person is, as far as somebody vouches for it.
    func begin(for account: AccountDomainModel, from place: String?) async throws -> SignedInDomainModel {
        let now: Date = surroundings.now()
        let session: SessionDomainModel = SessionDomainModel(
            id: surroundings.newID(), user: account.id, name: account.profile.name.text, role: account.profile.role,
            patient: account.profile.patient, issued: now,
            expires: now.addingTimeInterval(Lifetimes.session(of: account.profile.role)))
        let token: String = try signing.token(for: session)
        // On disk before anybody has the token: nobody has a session that they can not find in the list.
        try await keeping.add(session, from: place, now: now)
        return SignedInDomainModel(token: token, session: session)
    }
}
