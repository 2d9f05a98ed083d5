/// One entry of a history, with all that is known of it.
public struct RecordDetailsDomainModel: Hashable, Sendable {
    public let entry: RecordEntryDomainModel
    /// What is to be read in it: a report, a note. The first ones, and their beginnings.
    public let texts: [String]
    /// What the record says, element by element. The first ones, and their beginnings.
    public let facts: [RecordFactDomainModel]
    /// Entries that have to do with this one: those that it refers to, and what was made in it. The first ones.
    public let related: [RecordEntryDomainModel]

    public init(
        entry: RecordEntryDomainModel, texts: [String], facts: [RecordFactDomainModel], related: [RecordEntryDomainModel]
    ) {
        self.entry = entry
        self.texts = texts
        self.facts = facts
        self.related = related
    }

    /// The same with its places.
    public func with(entry: RecordEntryDomainModel) -> RecordDetailsDomainModel {
        RecordDetailsDomainModel(entry: entry, texts: texts, facts: facts, related: related)
    }
}

/// One element of a record.
public struct RecordFactDomainModel: Hashable, Sendable {
    /// Where it stands in the record: `code.coding[0].display`.
    public let path: String
    public let value: String

    public init(path: String, value: String) {
        self.path = path
        self.value = value
    }
}
