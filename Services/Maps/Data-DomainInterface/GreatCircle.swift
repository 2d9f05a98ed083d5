import Foundation
import MapsData
import MapsDomain

/// Geometry on a sphere of the earth's mean radius. Against the WGS 84 ellipsoid distances are off by at most 0.56 %.
struct GreatCircle: Sendable {
    /// The mean radius R1 of the IUGG in metres (H. Moritz, Geodetic Reference System 1980, 2000).
    static let radius: Double = 6_371_008.8

    /// Half the way round: no two points are farther apart, in metres.
    static let longestDistance: Double = Double.pi * radius

    /// Metres along the great circle, by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984), in the
    /// form with atan2, which stays exact for points that are close together or opposite each other.
    func distance(from start: CoordinateDomainModel, to end: CoordinateDomainModel) -> Double {
        let (latitude1, latitude2): (Double, Double) = (radians(start.latitude), radians(end.latitude))
        let north: Double = sin((latitude2 - latitude1) / 2)
        let east: Double = sin(radians(end.longitude - start.longitude) / 2)
        let haversine: Double = min(1, north * north + cos(latitude1) * cos(latitude2) * east * east)
        return 2 * Self.radius * atan2(haversine.squareRoot(), (1 - haversine).squareRoot())
    }

    /// The direction in which the great circle leaves `start`, in degrees clockwise from north, 0..<360; nil where both
    /// are the same point (Ed Williams, Aviation Formulary, "Course between points"). From the south pole every way
    /// leads north, from the north pole south.
    func initialBearing(from start: CoordinateDomainModel, to end: CoordinateDomainModel) -> Double? {
        guard distance(from: start, to: end) > 0.001 else { return nil }
        if start.latitude == 90 { return 180 }
        if start.latitude == -90 { return 0 }
        let (latitude1, latitude2): (Double, Double) = (radians(start.latitude), radians(end.latitude))
        let longitude: Double = radians(end.longitude - start.longitude)
        let east: Double = sin(longitude) * cos(latitude2)
        let north: Double = cos(latitude1) * sin(latitude2) - sin(latitude1) * cos(latitude2) * cos(longitude)
        let bearing: Double = atan2(east, north) * 180 / .pi
        let turned: Double = bearing < 0 ? bearing + 360 : bearing
        return turned >= 360 ? 0 : turned
    }

    /// Points along the great circle in even steps, both ends included: one where they are the same point, and only the ends where they lie
    /// opposite each other, since every way is the shortest then (Ed Williams, Aviation Formulary, "Intermediate points on a great circle").
    func path(from start: CoordinateDomainModel, to end: CoordinateDomainModel, steps: Int = 32) -> [CoordinateDomainModel] {
        let angle: Double = distance(from: start, to: end) / Self.radius
        guard angle > 1e-10 else { return [start] }
        guard angle < Double.pi - 1e-6 else { return [start, end] }
        let (latitude1, latitude2): (Double, Double) = (radians(start.latitude), radians(end.latitude))
        let (longitude1, longitude2): (Double, Double) = (radians(start.longitude), radians(end.longitude))
        let between: [CoordinateDomainModel] = (1..<steps).map { step in
            let fraction: Double = Double(step) / Double(steps)
            let (one, other): (Double, Double) = (sin((1 - fraction) * angle) / sin(angle), sin(fraction * angle) / sin(angle))
            let x: Double = one * cos(latitude1) * cos(longitude1) + other * cos(latitude2) * cos(longitude2)
            let y: Double = one * cos(latitude1) * sin(longitude1) + other * cos(latitude2) * sin(longitude2)
            let z: Double = one * sin(latitude1) + other * sin(latitude2)
            return CoordinateDomainModel(
                latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
        }
        return [start] + between + [end]
    }

    /// Boxes that hold every point at most `radius` metres from `center`, and few others: two where the circle crosses
    /// the antimeridian, whole parallels where it holds a pole (J. P. Matuschek, "Finding Points Within a Distance of a
    /// Latitude/Longitude Using Bounding Coordinates").
    func boxes(around center: CoordinateDomainModel, radius: Double) -> [BoundingBoxDataModel] {
        // A little wider than the circle, so that rounding leaves out no point on its edge.
        let angle: Double = radius / Self.radius + 1e-9
        let height: Double = angle * 180 / .pi
        let (south, north): (Double, Double) = (center.latitude - height, center.latitude + height)
        let latitudes: ClosedRange<Double> = max(south, -90)...min(north, 90)
        guard south > -90, north < 90 else {
            return [BoundingBoxDataModel(latitudes: latitudes, longitudes: -180...180)]
        }
        let width: Double = asin(min(1, sin(angle) / cos(radians(center.latitude)))) * 180 / .pi
        let (west, east): (Double, Double) = (center.longitude - width, center.longitude + width)
        if west > -180, east < 180 { return [BoundingBoxDataModel(latitudes: latitudes, longitudes: west...east)] }
        let (wrappedWest, wrappedEast): (Double, Double) = (west <= -180 ? west + 360 : west, east >= 180 ? east - 360 : east)
        return [
            BoundingBoxDataModel(latitudes: latitudes, longitudes: wrappedWest...180),
            BoundingBoxDataModel(latitudes: latitudes, longitudes: -180...wrappedEast),
        ]
    }

    private func radians(_ degrees: Double) -> Double {
        degrees * .pi / 180
    }
}
