/// Knows patients by their names.
public protocol FindPatientsInterface: Sendable {
    /// - Throws: ``RecordsProblem/invalidCursor(_:)``.
    func patients(_ query: PatientQueryDomainModel) async throws -> PatientPageDomainModel
}
