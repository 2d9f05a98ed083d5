public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Reads patients out of their FHIR resources.
public struct PatientsFromResources: SummarizePatientInterface {
    private let repository: ResourceRepository

    public init(_ repository: ResourceRepository) {
        self.repository = repository
    }

    public func summary(ofPatient patient: String) async throws -> RecordSummaryDomainModel {
        guard let found: (body: [UInt8], counts: [String: Int], entries: [String: Int]) = try await repository.patient(patient) else {
            throw RecordsProblem.unknownPatient(patient)
        }
        let resource: FHIRPatient = try FHIRDecoder.decode(FHIRPatient.self, from: found.body)
        return RecordSummaryDomainModel(
            patient: patient, name: EntryWording.name(of: resource), birthDate: resource.birthDate?.text, counts: found.counts,
            topics: found.entries.reduce(into: [:]) { topics, count in
                guard count.value > 0, let topic: EntryTopicDomainModel = HistoryRules.topic(ofType: count.key) else { return }
                topics[topic, default: 0] += count.value
            })
    }
}
