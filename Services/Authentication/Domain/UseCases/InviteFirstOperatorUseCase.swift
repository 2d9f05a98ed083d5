internal import struct Foundation.Date

/// Who runs the suite starts it for the first time.
public struct InviteFirstOperatorUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let handOver: any HandOverFirstInvitationInterface
    private let surroundings: Surroundings

    public init(
        accounts: any KeepAccountsInterface, handOver: any HandOverFirstInvitationInterface, surroundings: Surroundings
    ) {
        self.accounts = accounts
        self.handOver = handOver
        self.surroundings = surroundings
    }

    /// Hands over a code, unless there is an operator.
    /// - Returns: whether a code was handed over.
    public func execute() async throws -> Bool {
        guard try await !accounts.hasOperator() else {
            try await handOver.takeBack()
            return false
        }
        let now: Date = surroundings.now()
        let profile: ProfileDomainModel = try ProfileDomainModel(name: SignInName("operator"), role: .operator)
        try await handOver.handOver(
            try await accounts.invite(profile, until: now.addingTimeInterval(Lifetimes.invitation), now: now))
        return true
    }
}
