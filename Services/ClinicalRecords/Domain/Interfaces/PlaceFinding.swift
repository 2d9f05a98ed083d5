/// Knows where organizations are.
public protocol PlaceFinding: Sendable {
    /// The entries with the places of those that name an organization; the others as they were. Never fails: `known`
    /// is false where places could not be asked for.
    func places(for entries: [RecordEntry]) async -> (entries: [RecordEntry], known: Bool)
}
