/// A minor whom a guardian may act for.
public struct WardDomainModel: Hashable, Sendable {
    /// The id of the minor's records.
    public let patient: String
    /// A minor's session for a few minutes, by which the guardian looks up who it is.
    public let token: String

    public init(patient: String, token: String) {
        self.patient = patient
        self.token = token
    }
}
