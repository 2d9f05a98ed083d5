/// Somebody reads about several patients, and wants names for their ids.
public struct NamePatientsUseCase: Sendable {
    private let patients: any NamePatientsInterface

    public init(patients: any NamePatientsInterface) {
        self.patients = patients
    }

    /// The names of those that are known and have one, by the patients' ids.
    public func execute(patients wanted: Set<String>) async throws -> [String: String] {
        wanted.isEmpty ? [:] : try await patients.names(ofPatients: wanted)
    }
}
