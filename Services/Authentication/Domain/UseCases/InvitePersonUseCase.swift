public import struct Foundation.Date

/// Somebody who may invites somebody else.
public struct InvitePersonUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let surroundings: Surroundings

    public init(accounts: any KeepAccountsInterface, surroundings: Surroundings) {
        self.accounts = accounts
        self.surroundings = surroundings
    }

    /// - Throws: ``AuthenticationProblem/notAllowed``, ``AuthenticationProblem/nameTaken``.
    public func execute(_ profile: ProfileDomainModel, by session: SessionDomainModel) async throws -> (code: String, expires: Date) {
        let isAllowed: Bool = session.role == .operator || session.role == .staff && profile.role == .patient
        guard isAllowed else { throw AuthenticationProblem.notAllowed }
        let now: Date = surroundings.now()
        let expires: Date = now.addingTimeInterval(Lifetimes.invitation)
        return (try await accounts.invite(profile, until: expires, now: now), expires)
    }
}
