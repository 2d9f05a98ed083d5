/// Where a stored place came from last.
public enum PlaceOriginDataModel: String, Sendable {
    case configuredFile
    case call
}

/// Which places go when others are stored.
public enum PlacesRemovalDataModel: Hashable, Sendable {
    case none
    /// Those that are not among the new.
    case others
    /// Those that are not among the new and came from the configured file.
    case othersFromConfiguredFile
}

/// What storing places did.
public struct PlacesStoreDataModel: Hashable, Sendable {
    package(set) public var added: Int = 0
    package(set) public var updated: Int = 0
    package(set) public var unchanged: Int = 0
    package(set) public var removed: Int = 0

    package init() {}
}
