public import AppointmentsDomain
import Foundation

/// Distances along great circles of a sphere of the earth's mean radius; off by at most 0.56 %.
public struct DistancesOnSphere: MeasureDistancesInterface {
    /// The mean radius R1 of the IUGG in metres (H. Moritz, Geodetic Reference System 1980, 2000).
    private static let radius: Double = 6_371_008.8

    public init() {}

    /// By the haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984).
    public func metres(from place: PickedPlaceDomainModel, to clinic: ClinicPlaceDomainModel) -> Double {
        let (latitude1, latitude2): (Double, Double) = (Self.radians(place.latitude), Self.radians(clinic.latitude))
        let north: Double = sin((latitude2 - latitude1) / 2)
        let east: Double = sin(Self.radians(clinic.longitude - place.longitude) / 2)
        let haversine: Double = min(1, north * north + cos(latitude1) * cos(latitude2) * east * east)
        return 2 * Self.radius * atan2(haversine.squareRoot(), (1 - haversine).squareRoot())
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
