/// A circle on the earth.
public struct RegionDomainModel: Hashable, Sendable {
    public let center: CoordinateDomainModel
    /// Metres.
    public let radius: Double

    public init(center: CoordinateDomainModel, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// Whether the centre is on earth and the radius a number above 0.
    public var isValid: Bool { center.isOnEarth && radius > 0 && radius.isFinite }
}
