/// What becomes of the places that are there when others are loaded.
public enum PlacesLoadModeDomainModel: Hashable, Sendable {
    /// All of them go.
    case replace
    /// They stay; one with the same id takes the new values.
    case add
}

/// What a load did, in places.
public struct PlacesLoadSummaryDomainModel: Hashable, Sendable {
    public let added: Int
    public let updated: Int
    public let unchanged: Int
    public let removed: Int

    public init(added: Int, updated: Int, unchanged: Int, removed: Int) {
        self.added = added
        self.updated = updated
        self.unchanged = unchanged
        self.removed = removed
    }
}
