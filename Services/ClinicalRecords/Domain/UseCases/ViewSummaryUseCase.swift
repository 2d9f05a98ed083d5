/// Somebody looks up who a patient is, and how much is recorded.
public struct ViewSummaryUseCase: Sendable {
    private let patients: any SummarizePatientInterface

    public init(patients: any SummarizePatientInterface) {
        self.patients = patients
    }

    /// - Throws: ``RecordsProblem/unknownPatient(_:)``.
    public func execute(patient: String) async throws -> RecordSummaryDomainModel {
        try await patients.summary(ofPatient: patient)
    }
}
