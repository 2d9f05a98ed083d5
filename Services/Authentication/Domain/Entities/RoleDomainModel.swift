/// What an account is for.
public enum RoleDomainModel: String, CaseIterable, Hashable, Sendable {
    case patient
    case staff
    case `operator`
}
