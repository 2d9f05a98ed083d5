/// Somebody looks for a patient.
public struct FindPatientsUseCase: Sendable {
    private let patients: any FindPatientsInterface

    public init(patients: any FindPatientsInterface) {
        self.patients = patients
    }

    /// One page, by name.
    /// - Throws: ``RecordsProblem/invalidCursor(_:)``.
    public func execute(_ query: PatientQueryDomainModel) async throws -> PatientPageDomainModel {
        try await patients.patients(query)
    }
}
