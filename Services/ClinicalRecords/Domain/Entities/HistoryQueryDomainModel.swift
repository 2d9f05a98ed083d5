/// Which part of a history is wanted.
public struct HistoryQueryDomainModel: Hashable, Sendable {
    /// Entries in a page, and how many where nothing is said.
    public static let pageSizes: ClosedRange<Int> = 1...200
    public static let usualPageSize: Int = 50

    /// The id of the Patient resource.
    public let patient: String
    /// Empty means all.
    public let topics: Set<EntryTopicDomainModel>
    /// The first moment that counts.
    public let from: Moment?
    /// The first moment that no longer counts.
    public let until: Moment?
    public let pageSize: Int
    /// Where the page before ended.
    public let cursor: String?

    public init(
        patient: String, topics: Set<EntryTopicDomainModel> = [], from: Moment? = nil, until: Moment? = nil,
        pageSize: Int = usualPageSize, cursor: String? = nil
    ) {
        self.patient = patient
        self.topics = topics
        self.from = from
        self.until = until
        self.pageSize = pageSize
        self.cursor = cursor
    }
}
