public import AuthenticationData
public import AuthenticationDomain
public import Foundation

/// Keeps accounts and invitations in the vertical's database.
public struct AccountsByInvitation: KeepAccountsInterface {
    private let accounts: AccountRepository
    private let invitations: InvitationRepository
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let newID: @Sendable () -> UUID

    /// - Parameter randomBytes: fit for secrets.
    public init(
        accounts: AccountRepository, invitations: InvitationRepository, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        newID: @escaping @Sendable () -> UUID
    ) {
        self.accounts = accounts
        self.invitations = invitations
        self.randomBytes = randomBytes
        self.newID = newID
    }

    public func account(named name: SignInName) async throws -> (account: AccountDomainModel, password: PasswordRecord)? {
        guard let found: AccountDataModel = try await accounts.account(nameKey: name.key) else { return nil }
        guard let role: RoleDomainModel = RoleDomainModel(rawValue: found.role) else { throw DamagedRow() }
        let profile: ProfileDomainModel = ProfileDomainModel(
            kept: try SignInName(found.name), role: role, patient: found.patient, wards: [])
        return (AccountDomainModel(id: found.id, profile: profile), PasswordRecord(found.password))
    }

    public func usualWork() async throws -> PasswordWork? {
        try await accounts.usualWork().map { PasswordWork(cost: $0.cost, blockSize: $0.blockSize, parallelism: $0.parallelism) }
    }

    public func ward(_ patient: String, of account: UUID) async throws -> UUID? {
        try await accounts.ward(patient, of: account)
    }

    public func wards(of account: UUID) async throws -> [String] { try await accounts.wards(of: account) }

    public func hasOperator() async throws -> Bool {
        try await accounts.hasAccount(role: RoleDomainModel.operator.rawValue)
    }

    public func invite(_ profile: ProfileDomainModel, until expires: Date, now: Date) async throws -> String {
        let code: InvitationSecret = InvitationSecret(bytes: randomBytes(InvitationSecret.byteCount))
        let invitation: InvitationDataModel = InvitationDataModel(
            name: profile.name.text, nameKey: profile.name.key, role: profile.role.rawValue, patient: profile.patient,
            wards: profile.wards, expires: expires)
        guard try await invitations.add(invitation, code: code, now: now) else { throw AuthenticationProblem.nameTaken }
        return code.text
    }

    public func invitation(_ code: String, now: Date) async throws -> ProfileDomainModel {
        guard let secret: InvitationSecret = InvitationSecret(text: code),
            let found: InvitationDataModel = try await invitations.invitation(secret, now: now)
        else { throw AuthenticationProblem.invalidInvitation }
        guard let role: RoleDomainModel = RoleDomainModel(rawValue: found.role) else { throw DamagedRow() }
        return ProfileDomainModel(kept: try SignInName(found.name), role: role, patient: found.patient, wards: found.wards)
    }

    public func accept(_ code: String, id: UUID, password: PasswordRecord, now: Date) async throws -> AccountDomainModel {
        let profile: ProfileDomainModel = try await invitation(code, now: now)
        guard let secret: InvitationSecret = InvitationSecret(text: code) else { throw AuthenticationProblem.invalidInvitation }
        let account: AccountDataModel = AccountDataModel(
            id: id, name: profile.name.text, nameKey: profile.name.key, role: profile.role.rawValue, patient: profile.patient,
            password: PasswordDataModel(password))
        let wards: [(patient: String, user: UUID)] = profile.wards.map { ($0, newID()) }
        guard try await invitations.accept(secret, account: account, wards: wards, now: now) else {
            throw AuthenticationProblem.invalidInvitation
        }
        return AccountDomainModel(id: id, profile: profile)
    }

    public func keep(_ password: PasswordRecord, of account: UUID) async throws {
        try await accounts.keep(PasswordDataModel(password), of: account)
    }
}

extension PasswordRecord {
    init(_ model: PasswordDataModel) {
        self.init(
            salt: model.salt, hash: model.hash,
            work: PasswordWork(cost: model.cost, blockSize: model.blockSize, parallelism: model.parallelism))
    }
}

extension PasswordDataModel {
    init(_ record: PasswordRecord) {
        self.init(
            salt: record.salt, hash: record.hash, cost: record.work.cost, blockSize: record.work.blockSize,
            parallelism: record.work.parallelism)
    }
}
