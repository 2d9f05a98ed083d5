/// One end of a way: a known place, or any coordinate.
public enum WaypointDomainModel: Hashable, Sendable {
    case place(id: String)
    case coordinate(CoordinateDomainModel)
}

/// One end of a way, found on the map.
public struct WayEndDomainModel: Hashable, Sendable {
    public let coordinate: CoordinateDomainModel
    /// The place there; nil for a bare coordinate.
    public let place: PlaceDomainModel?

    public init(coordinate: CoordinateDomainModel, place: PlaceDomainModel? = nil) {
        self.coordinate = coordinate
        self.place = place
    }
}

/// A straight way over the earth.
public struct DirectionsDomainModel: Hashable, Sendable {
    public let from: CoordinateDomainModel
    public let to: CoordinateDomainModel
    /// Metres along the great circle.
    public let distance: Double
    /// Degrees clockwise from north, 0..<360; nil where both ends are the same point.
    public let initialBearing: Double?
    public let steps: [String]
    /// Points of the way in order, near enough to one another to be joined by straight lines on a map; both ends are among them.
    public let path: [CoordinateDomainModel]

    public init(
        from: CoordinateDomainModel, to: CoordinateDomainModel, distance: Double, initialBearing: Double?, steps: [String],
        path: [CoordinateDomainModel] = []
    ) {
        self.from = from
        self.to = to
        self.distance = distance
        self.initialBearing = initialBearing
        self.steps = steps
        self.path = path
    }
}
