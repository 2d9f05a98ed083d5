/// Who a patient is, and what is recorded.
public struct RecordSummaryDomainModel: Hashable, Sendable {
    /// The id of the Patient resource.
    public let patient: String
    public let name: String
    /// A FHIR date: year, year and month, or a full date.
    public let birthDate: String?
    /// Resources by FHIR type, among those whose `subject` or `patient` refers to the patient.
    public let counts: [String: Int]
    /// Entries of the medical history by what they are about.
    public let topics: [EntryTopicDomainModel: Int]

    public init(
        patient: String, name: String, birthDate: String?, counts: [String: Int], topics: [EntryTopicDomainModel: Int] = [:]
    ) {
        self.patient = patient
        self.name = name
        self.birthDate = birthDate
        self.counts = counts
        self.topics = topics
    }
}
