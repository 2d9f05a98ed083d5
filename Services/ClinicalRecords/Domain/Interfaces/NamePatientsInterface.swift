/// Knows what patients are called.
public protocol NamePatientsInterface: Sendable {
    /// The names of those that are known and have one, by the patients' ids.
    func names(ofPatients patients: Set<String>) async throws -> [String: String]
}
