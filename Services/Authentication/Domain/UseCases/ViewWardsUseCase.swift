/// A guardian looks whom they may act for.
public struct ViewWardsUseCase: Sendable {
    private let accounts: any KeepAccountsInterface

    public init(accounts: any KeepAccountsInterface) {
        self.accounts = accounts
    }

    /// The ids of the patients whose guardian the caller is, in the order in which they were named.
    public func execute(_ session: SessionDomainModel) async throws -> [String] {
        try await accounts.wards(of: session.user)
    }
}
