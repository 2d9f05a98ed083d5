/// Somebody who was invited makes their account.
public struct SignUpUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let passwords: any CheckPasswordsInterface
    private let sessions: SessionMaking
    private let handOver: any HandOverFirstInvitationInterface
    private let surroundings: Surroundings

    public init(
        accounts: any KeepAccountsInterface, passwords: any CheckPasswordsInterface, signing: any SignSessionsInterface,
        keeping: any KeepSessionsInterface, handOver: any HandOverFirstInvitationInterface, surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.passwords = passwords
        sessions = SessionMaking(signing: signing, keeping: keeping, surroundings: surroundings)
        self.handOver = handOver
        self.surroundings = surroundings
    }

    /// - Parameter origin: from where the call comes.
    /// - Throws: ``AuthenticationProblem/invalidInvitation``, ``AuthenticationProblem/invalidPassword(reason:)``.
    public func execute(
        code: String, password text: String, from origin: SignInOrigin = .unknown
    ) async throws -> SignedInDomainModel {
        let profile: ProfileDomainModel = try await accounts.invitation(code, now: surroundings.now())
        let password: Password = try Password(new: text, for: profile.name)
        let record: PasswordRecord = try await passwords.inTurn(of: origin.key) { try await passwords.record(of: password) }
        let account: AccountDomainModel = try await accounts.accept(
            code, id: surroundings.newID(), password: record, now: surroundings.now())
        if account.profile.role == .operator { try await handOver.takeBack() }
        return try await sessions.begin(for: account, from: origin.place)
    }
}
