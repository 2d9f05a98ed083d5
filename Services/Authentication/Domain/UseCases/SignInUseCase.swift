/// Somebody comes back.
public struct SignInUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let passwords: any CheckPasswordsInterface
    private let slowing: any SlowDownInterface
    private let sessions: SessionMaking

    public init(
        accounts: any KeepAccountsInterface, passwords: any CheckPasswordsInterface, slowing: any SlowDownInterface,
        signing: any SignSessionsInterface, surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.passwords = passwords
        self.slowing = slowing
        sessions = SessionMaking(signing: signing, surroundings: surroundings)
    }

    /// A name that nobody has takes the same way as a wrong password, step by step, and as long as it takes for most accounts.
    /// - Throws: ``AuthenticationProblem/wrongNameOrPassword`` and those that come before it is tried.
    public func execute(name text: String, password: String) async throws -> SignedInDomainModel {
        let name: SignInName = try SignInName(text)
        let password: Password = try Password(password)
        try slowing.begin(name)
        let found: (account: AccountDomainModel, password: PasswordRecord)? = try await accounts.account(named: name)
        let usual: PasswordWork? = try await accounts.usualWork()
        let isRight: Bool
        do {
            isRight = try await passwords.matches(password, found?.password, orWork: usual)
        } catch let problem as AuthenticationProblem {
            slowing.withdraw(name)
            throw problem
        }
        guard isRight, let found else { throw AuthenticationProblem.wrongNameOrPassword }
        slowing.succeed(name)
        if passwords.isOutdated(found.password) { try await renew(password, of: found.account) }
        return try sessions.begin(for: found.account)
    }

    /// Keeps the password as one would be kept today; where there is no time for it now, next time will do.
    private func renew(_ password: Password, of account: AccountDomainModel) async throws {
        let record: PasswordRecord
        do {
            record = try await passwords.record(of: password)
        } catch AuthenticationProblem.busy {
            return
        }
        try await accounts.keep(record, of: account.id)
    }
}
