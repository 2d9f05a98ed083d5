/// Knows patients.
public protocol PatientSummarizing: Sendable {
    /// - Throws: ``RecordsProblem/unknownPatient(_:)``.
    func summary(ofPatient patient: String) async throws -> RecordSummary
}
