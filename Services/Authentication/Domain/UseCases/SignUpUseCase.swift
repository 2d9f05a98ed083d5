/// Somebody who was invited makes their account.
public struct SignUpUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let passwords: any CheckPasswordsInterface
    private let sessions: SessionMaking
    private let handOver: any HandOverFirstInvitationInterface
    private let surroundings: Surroundings

    public init(
        accounts: any KeepAccountsInterface, passwords: any CheckPasswordsInterface, signing: any SignSessionsInterface,
        handOver: any HandOverFirstInvitationInterface, surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.passwords = passwords
        sessions = SessionMaking(signing: signing, surroundings: surroundings)
        self.handOver = handOver
        self.surroundings = surroundings
    }

    /// - Parameter origin: the consumer by whose edge the call comes; nil where anybody may connect.
    /// - Throws: ``AuthenticationProblem/invalidInvitation``, ``AuthenticationProblem/invalidPassword(reason:)``.
    public func execute(code: String, password text: String, from origin: String? = nil) async throws -> SignedInDomainModel {
        let profile: ProfileDomainModel = try await accounts.invitation(code, now: surroundings.now())
        let password: Password = try Password(new: text, for: profile.name)
        let record: PasswordRecord = try await passwords.inTurn(of: origin) { try await passwords.record(of: password) }
        let account: AccountDomainModel = try await accounts.accept(
            code, id: surroundings.newID(), password: record, now: surroundings.now())
        if account.profile.role == .operator { try await handOver.takeBack() }
        return try sessions.begin(for: account)
    }
}
