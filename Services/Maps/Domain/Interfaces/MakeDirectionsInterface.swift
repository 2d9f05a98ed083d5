/// Measures a way and puts it into words.
public protocol MakeDirectionsInterface: Sendable {
    /// The straight way between two points on earth.
    func directions(from: WayEndDomainModel, to: WayEndDomainModel) -> DirectionsDomainModel
}
