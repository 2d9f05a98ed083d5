/// One thing that happened to a patient, or was found.
public struct RecordEntryDomainModel: Hashable, Sendable {
    /// The FHIR resource it stands for: `Observation/f8d3edab`.
    public let id: String
    /// The id of the Patient resource.
    public let patient: String
    public let topic: EntryTopicDomainModel
    /// When it began or was found; nil where the record does not say.
    public let time: Moment?
    /// The time as it was recorded, which may be less precise.
    public let recordedTime: String?
    public let title: String
    /// What was found, in words.
    public let value: String?
    public let status: String?
    /// The organization that the record names, as it is written there.
    public let organization: String?
    /// Where it was made; nil where the record names no organization, and where its place is not known.
    public var place: RecordPlaceDomainModel?

    public init(
        id: String, patient: String, topic: EntryTopicDomainModel, time: Moment?, recordedTime: String?, title: String,
        value: String?, status: String?, organization: String?, place: RecordPlaceDomainModel? = nil
    ) {
        self.id = id
        self.patient = patient
        self.topic = topic
        self.time = time
        self.recordedTime = recordedTime
        self.title = title
        self.value = value
        self.status = status
        self.organization = organization
        self.place = place
    }
}
