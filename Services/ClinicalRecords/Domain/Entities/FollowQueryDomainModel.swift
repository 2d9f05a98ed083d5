/// Which new entries are wanted.
public struct FollowQueryDomainModel: Hashable, Sendable {
    /// The id of the Patient resource; nil for every patient.
    public let patient: String?
    /// Empty means all.
    public let topics: Set<EntryTopicDomainModel>
    /// Where to go on; nil means from now on.
    public let cursor: String?

    public init(patient: String?, topics: Set<EntryTopicDomainModel> = [], cursor: String? = nil) {
        self.patient = patient
        self.topics = topics
        self.cursor = cursor
    }
}
