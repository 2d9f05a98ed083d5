/// Knows where organizations are.
public protocol FindPlacesInterface: Sendable {
    /// The entries with the places of those that name an organization; the others as they were. Never fails: `known`
    /// is false where places could not be asked for.
    func places(for entries: [RecordEntryDomainModel]) async -> (entries: [RecordEntryDomainModel], known: Bool)
}
