public import struct Foundation.UUID

/// Somebody who can sign in.
public struct AccountDomainModel: Hashable, Sendable {
    public let id: UUID
    public let profile: ProfileDomainModel

    public init(id: UUID, profile: ProfileDomainModel) {
        self.id = id
        self.profile = profile
    }
}

/// What an account is, as who invites says it.
public struct ProfileDomainModel: Hashable, Sendable {
    private static let mostWards: Int = 32

    public let name: SignInName
    public let role: RoleDomainModel
    /// The id of the account's own records.
    public let patient: String?
    /// The ids of those whose guardian it is.
    public let wards: [String]

    /// - Throws: ``AuthenticationProblem/invalidAccount(reason:)`` where role, patient and wards do not go together.
    public init(name: SignInName, role: RoleDomainModel, patient: String? = nil, wards: [String] = []) throws(AuthenticationProblem) {
        try Self.check(role, patient, wards)
        self.name = name
        self.role = role
        self.patient = patient
        self.wards = wards
    }

    /// A profile that was checked before it was kept.
    public init(kept name: SignInName, role: RoleDomainModel, patient: String?, wards: [String]) {
        self.name = name
        self.role = role
        self.patient = patient
        self.wards = wards
    }

    private static func check(_ role: RoleDomainModel, _ patient: String?, _ wards: [String]) throws(AuthenticationProblem) {
        switch role {
        case .patient:
            guard patient != nil || !wards.isEmpty else {
                throw .invalidAccount(reason: "a patient's account names the patient, or wards, or both")
            }
        case .staff, .operator:
            guard patient == nil, wards.isEmpty else {
                throw .invalidAccount(reason: "only a patient's account names a patient or wards")
            }
        }
        guard wards.count <= mostWards else { throw .invalidAccount(reason: "an account has \(mostWards) wards at most") }
        guard Set(wards).count == wards.count, patient.map(wards.contains) != true else {
            throw .invalidAccount(reason: "each ward is named once, and nobody is their own ward")
        }
        for id: String in wards + [patient].compactMap(\.self) where !isID(id) {
            throw .invalidAccount(reason: "a patient's id is 1 to 64 letters, digits, dashes and dots, as FHIR has it")
        }
    }

    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
