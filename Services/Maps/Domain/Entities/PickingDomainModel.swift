/// A map that is open for picking a place: what is asked for, and what it shows.
public struct PickingDomainModel: Hashable, Sendable {
    public let isSearchEnabled: Bool
    public let policy: PickPolicyDomainModel
    /// What the map was moved to; nil before that.
    public let region: RegionDomainModel?

    public init(isSearchEnabled: Bool, policy: PickPolicyDomainModel, region: RegionDomainModel? = nil) {
        self.isSearchEnabled = isSearchEnabled
        self.policy = policy
        self.region = region
    }

    /// The same map, moved.
    public func moved(to region: RegionDomainModel) -> PickingDomainModel {
        PickingDomainModel(isSearchEnabled: isSearchEnabled, policy: policy, region: region)
    }
}

/// What counts as having picked a place.
public enum PickPolicyDomainModel: Hashable, Sendable {
    case userAsksForDirections
    case showDetails(selectable: Bool)
}

/// What the user does on the map.
public enum PickActionDomainModel: Hashable, Sendable {
    case open
    case search(String)
    case move(RegionDomainModel)
    case showDetails(id: String)
    case select(id: String)
    case askForDirections(id: String, from: CoordinateDomainModel?)
    case dismiss
}

/// What the map answers to one action.
public struct PickAnswerDomainModel: Hashable, Sendable {
    public let shown: [PickShowDomainModel]
    /// The map as it is now.
    public let picking: PickingDomainModel
    /// How it ended; nil while it is open.
    public let end: PickEndDomainModel?

    public init(shown: [PickShowDomainModel], picking: PickingDomainModel, end: PickEndDomainModel? = nil) {
        self.shown = shown
        self.picking = picking
        self.end = end
    }
}

public enum PickShowDomainModel: Hashable, Sendable {
    case places([PlaceDomainModel])
    case details(PlaceDomainModel)
    case directions(DirectionsDomainModel)
    case selected(PlaceDomainModel)
    case problem(PickProblemDomainModel)
}

public enum PickEndDomainModel: Hashable, Sendable {
    case picked
    case dismissed
}

/// Why an action can not be done; the map stays open.
public enum PickProblemDomainModel: Hashable, Sendable {
    case unknownPlace(id: String)
    case searchIsOff
    case notSelectable
    case noStart
    case invalidSearch(reason: String)
    case invalidRegion
}
