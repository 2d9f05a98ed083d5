/// Somebody comes back.
public struct SignInUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let passwords: any CheckPasswordsInterface
    private let slowing: any SlowDownInterface
    private let sessions: SessionMaking

    public init(
        accounts: any KeepAccountsInterface, passwords: any CheckPasswordsInterface, slowing: any SlowDownInterface,
        signing: any SignSessionsInterface, keeping: any KeepSessionsInterface, surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.passwords = passwords
        self.slowing = slowing
        sessions = SessionMaking(signing: signing, keeping: keeping, surroundings: surroundings)
    }

    /// - Parameter origin: from where the attempt comes.
    /// - Throws: ``AuthenticationProblem/wrongNameOrPassword`` and those that come before it is tried.
    public func execute(name text: String, password: String, from origin: SignInOrigin = .unknown) async throws -> SignedInDomainModel {
        let name: SignInName = try SignInName(text)
        let password: Password = try Password(password)
        let attempt: SignInAttempt = try slowing.begin(name, from: origin.key)
        let found: AccountDomainModel?
        do {
            // Nothing is looked up before its turn: what is refused for want of room costs next to nothing.
            found = try await passwords.inTurn(of: origin.key) { try await account(named: name, with: password) }
        } catch {
            slowing.withdraw(attempt)
            throw error
        }
        guard let found else { throw AuthenticationProblem.wrongNameOrPassword }
        slowing.succeed(attempt)
        return try await sessions.begin(for: found, from: origin.place)
    }

    /// A name that nobody has takes the same way as a wrong password, step by step, and as long as it takes for most accounts.
    private func account(named name: SignInName, with password: Password) async throws -> AccountDomainModel? {
        let found: (account: AccountDomainModel, password: PasswordRecord)? = try await accounts.account(named: name)
        let usual: PasswordWork? = try await accounts.usualWork()
        guard try await passwords.matches(password, found?.password, orWork: usual), let found else { return nil }
        if passwords.isOutdated(found.password) {
            try await accounts.keep(try await passwords.record(of: password), of: found.account.id)
        }
        return found.account
    }
}
