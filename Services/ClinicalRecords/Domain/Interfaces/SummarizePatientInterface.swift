/// Knows patients.
public protocol SummarizePatientInterface: Sendable {
    /// - Throws: ``RecordsProblem/unknownPatient(_:)``.
    func summary(ofPatient patient: String) async throws -> RecordSummaryDomainModel
}
