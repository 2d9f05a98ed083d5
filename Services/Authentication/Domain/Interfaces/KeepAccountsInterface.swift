public import struct Foundation.Date
public import struct Foundation.UUID

/// Knows who can sign in, and who is invited.
public protocol KeepAccountsInterface: Sendable {
    /// The account with this name, and what is kept of its password; nil where nobody has the name.
    func account(named name: SignInName) async throws -> (account: AccountDomainModel, password: PasswordRecord)?

    /// How much work the passwords of most accounts were kept with; nil where there are no accounts.
    func usualWork() async throws -> PasswordWork?

    /// The id by which a ward's sessions are known; nil where the patient is no ward of the account.
    func ward(_ patient: String, of account: UUID) async throws -> UUID?

    /// The ids of the patients who are wards of the account, in the order in which they were named; empty for who has none.
    func wards(of account: UUID) async throws -> [String]

    func hasOperator() async throws -> Bool

    /// Makes a code for the profile; an older one for the same name counts no longer.
    /// - Throws: ``AuthenticationProblem/nameTaken``.
    func invite(_ profile: ProfileDomainModel, until expires: Date, now: Date) async throws -> String

    /// For whom a code was made.
    /// - Throws: ``AuthenticationProblem/invalidInvitation``.
    func invitation(_ code: String, now: Date) async throws -> ProfileDomainModel

    /// Makes the account that a code was made for, and takes the code back: it works once, whoever comes at the same time.
    /// - Throws: ``AuthenticationProblem/invalidInvitation``.
    func accept(_ code: String, id: UUID, password: PasswordRecord, now: Date) async throws -> AccountDomainModel

    /// Keeps a password anew that was just found to be right.
    func keep(_ password: PasswordRecord, of account: UUID) async throws
}
