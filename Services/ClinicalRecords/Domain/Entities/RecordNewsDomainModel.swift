/// What a follower is told.
public struct RecordNewsDomainModel: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Nothing yet: from the cursor on, everything will be told.
        case following
        /// An entry that was not there before.
        case added(RecordEntryDomainModel)
        /// An entry that was there, and is different now.
        case changed(RecordEntryDomainModel)
        /// An entry that may have been there, and is none any more: it was entered in error.
        case takenBack(id: String)
    }

    public let subject: Subject
    /// Where to go on after this.
    public let cursor: String

    public init(_ subject: Subject, cursor: String) {
        self.subject = subject
        self.cursor = cursor
    }
}
