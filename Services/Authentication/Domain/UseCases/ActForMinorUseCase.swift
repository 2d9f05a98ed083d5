internal import struct Foundation.Date
internal import struct Foundation.UUID

/// A guardian acts for a minor.
public struct ActForMinorUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let ending: any EndSessionsInterface
    private let signing: any SignSessionsInterface
    private let surroundings: Surroundings

    public init(
        accounts: any KeepAccountsInterface, ending: any EndSessionsInterface, signing: any SignSessionsInterface,
        surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.ending = ending
        self.signing = signing
        self.surroundings = surroundings
    }

    /// - Throws: ``AuthenticationProblem/notGuardian(patient:)``.
    public func execute(patient: String, guardian: SessionDomainModel) async throws -> SignedInDomainModel {
        guard let minor: UUID = try await accounts.ward(patient, of: guardian.user) else {
            throw AuthenticationProblem.notGuardian(patient: patient)
        }
        let now: Date = surroundings.now()
        let session: SessionDomainModel = SessionDomainModel(
            id: surroundings.newID(), user: minor, name: guardian.name, role: .patient, patient: patient, guardian: guardian.user,
            parent: ParentSessionDomainModel(id: guardian.id, issued: guardian.issued), issued: now,
            expires: min(now.addingTimeInterval(Lifetimes.minor), guardian.expires))
        let token: String = try signing.token(for: session)
        try await ending.add(minor: session, to: guardian, now: now)
        return SignedInDomainModel(token: token, session: session)
    }
}
