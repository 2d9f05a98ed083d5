internal import struct Foundation.Date
internal import struct Foundation.UUID

/// A guardian looks whom they may act for.
public struct ViewWardsUseCase: Sendable {
    private let accounts: any KeepAccountsInterface
    private let signing: any SignSessionsInterface
    private let surroundings: Surroundings

    public init(accounts: any KeepAccountsInterface, signing: any SignSessionsInterface, surroundings: Surroundings) {
        self.accounts = accounts
        self.signing = signing
        self.surroundings = surroundings
    }

    /// The patients whose guardian the caller is, in the order in which they were named, each with a session by which the guardian looks up
    /// who it is. Nothing is kept of these sessions: they are short, and end with the guardian's own.
    public func execute(_ guardian: SessionDomainModel) async throws -> [WardDomainModel] {
        var wards: [WardDomainModel] = []
        for patient: String in try await accounts.wards(of: guardian.user) {
            guard let minor: UUID = try await accounts.ward(patient, of: guardian.user) else { continue }
            let now: Date = surroundings.now()
            let glance: SessionDomainModel = SessionDomainModel(
                id: surroundings.newID(), user: minor, name: guardian.name, role: .patient, patient: patient, guardian: guardian.user,
                parent: ParentSessionDomainModel(id: guardian.id, issued: guardian.issued), issued: now,
                expires: min(now.addingTimeInterval(Lifetimes.glance), guardian.expires))
            wards.append(WardDomainModel(patient: patient, token: try signing.token(for: glance)))
        }
        return wards
    }
}
