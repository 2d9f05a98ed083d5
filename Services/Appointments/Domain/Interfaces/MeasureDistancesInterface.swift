/// Knows how far places are from each other.
public protocol MeasureDistancesInterface: Sendable {
    /// Metres as the crow flies.
    func metres(from place: PickedPlaceDomainModel, to clinic: ClinicPlaceDomainModel) -> Double
}
