/// Somebody looks up who a patient is, and how much is recorded.
public struct ShowSummary: Sendable {
    private let patients: any PatientSummarizing

    public init(patients: any PatientSummarizing) {
        self.patients = patients
    }

    /// - Throws: ``RecordsProblem/unknownPatient(_:)``.
    public func show(patient: String) async throws -> RecordSummary {
        try await patients.summary(ofPatient: patient)
    }
}
