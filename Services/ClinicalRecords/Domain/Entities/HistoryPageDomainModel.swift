/// One page of a history, newest first.
public struct HistoryPageDomainModel: Hashable, Sendable {
    /// Where the next page goes on; nil on the last page.
    public let next: String?
    /// Where a follower goes on who has seen this page.
    public let follow: String
    public var entries: [RecordEntryDomainModel]
    /// Whether every place that was asked for could be asked for.
    public var placesKnown: Bool

    public init(entries: [RecordEntryDomainModel], next: String?, follow: String, placesKnown: Bool = true) {
        self.entries = entries
        self.next = next
        self.follow = follow
        self.placesKnown = placesKnown
    }
}
