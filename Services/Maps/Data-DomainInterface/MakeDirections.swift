import Foundation
import MapsDomain

/// Measures straight ways over the earth, and says honestly that they are no roads.
public struct MakeDirections: MakeDirectionsInterface {
    private static let compass: [String] = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    private let greatCircle: GreatCircle = GreatCircle()

    public init() {}

    public func directions(from: WayEndDomainModel, to: WayEndDomainModel) -> DirectionsDomainModel {
        let distance: Double = greatCircle.distance(from: from.coordinate, to: to.coordinate)
        let bearing: Double? = greatCircle.initialBearing(from: from.coordinate, to: to.coordinate)
        return DirectionsDomainModel(
            from: from.coordinate, to: to.coordinate, distance: distance, initialBearing: bearing,
            steps: steps(from: from, to: to, distance: distance, bearing: bearing),
            path: greatCircle.path(from: from.coordinate, to: to.coordinate))
    }

    private func steps(from: WayEndDomainModel, to: WayEndDomainModel, distance: Double, bearing: Double?) -> [String] {
        guard let bearing else { return ["You are there: \(name(to))."] }
        // Rounded first, so that 359.7 degrees read as 0 and not as 360.
        let degrees: Int = Int(bearing.rounded()) % 360
        let direction: String = Self.compass[Int((bearing / 45).rounded()) % Self.compass.count]
        return [
            "Start at \(name(from)).",
            "Head \(direction) (\(degrees)°) for \(length(distance)) in a straight line; roads are not known to this map.",
            "Arrive at \(name(to)).",
        ]
    }

    private func name(_ end: WayEndDomainModel) -> String {
        guard let place: PlaceDomainModel = end.place else { return coordinate(end.coordinate) }
        return [place.name, place.address.street, place.address.city].compactMap(\.self).joined(separator: ", ")
    }

    private func coordinate(_ coordinate: CoordinateDomainModel) -> String {
        let north: String = "\(decimals(abs(coordinate.latitude), 4))° \(coordinate.latitude < 0 ? "S" : "N")"
        let east: String = "\(decimals(abs(coordinate.longitude), 4))° \(coordinate.longitude < 0 ? "W" : "E")"
        return "\(north), \(east)"
    }

    private func length(_ metres: Double) -> String {
        if metres.rounded() < 1_000 { return "\(Int(metres.rounded())) m" }
        return metres < 99_950 ? "\(decimals(metres / 1_000, 1)) km" : "\(Int((metres / 1_000).rounded())) km"
    }

    private func decimals(_ value: Double, _ count: Int) -> String {
        String(format: "%.\(count)f", value)
    }
}
