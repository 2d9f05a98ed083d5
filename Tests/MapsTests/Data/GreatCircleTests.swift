import Colonnade
import MapsData
import MapsDomain
import Testing

@testable import MapsDataDomainInterface

@Suite("Great circles")
struct GreatCircleTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let from: (Double, Double)
        let to: (Double, Double)
        let kilometres: Double
        /// How far off the published distance a sphere may be: 0.0056 for one on the ellipsoid.
        let tolerance: Double

        var testDescription: String { name }
    }

    private let greatCircle: GreatCircle = GreatCircle()

    private func point(_ pair: (Double, Double)) -> CoordinateDomainModel {
        CoordinateDomainModel(latitude: pair.0, longitude: pair.1)
    }

    @Test(
        "Distances are the published ones",
        arguments: [
            // E. Williams, Aviation Formulary: 0.623585 radians.
            Pair(name: "LAX-JFK", from: (33.95, -118.4), to: (40.63333, -73.78333), kilometres: 3_972.866, tolerance: 1e-5),
            // The example of C. Veness' page on latitude and longitude: 968.9 km on a sphere of 6,371 km.
            Pair(
                name: "Land's End-John o' Groats", from: (50.06639, -5.71472), to: (58.64389, -3.07), kilometres: 968.85,
                tolerance: 1e-4),
            // On the ellipsoid, between the airports' reference points.
            Pair(name: "LHR-JFK", from: (51.4775, -0.461389), to: (40.639722, -73.778889), kilometres: 5_555, tolerance: 0.0056),
            Pair(name: "SYD-SCL", from: (-33.946111, 151.177222), to: (-33.392778, -70.785556), kilometres: 11_350, tolerance: 0.0056),
            Pair(name: "pole to pole", from: (90, 0), to: (-90, 77), kilometres: 20_015.115, tolerance: 1e-6),
            Pair(name: "antipodes on the equator", from: (0, 12), to: (0, -168), kilometres: 20_015.115, tolerance: 1e-6),
            Pair(name: "one degree over the antimeridian", from: (0, 179.5), to: (0, -179.5), kilometres: 111.195, tolerance: 1e-5),
        ])
    func distances(_ pair: Pair) {
        let metres: Double = greatCircle.distance(from: point(pair.from), to: point(pair.to))
        #expect(abs(metres / 1_000 - pair.kilometres) <= pair.kilometres * pair.tolerance, "\(metres / 1_000) km")
        #expect(abs(greatCircle.distance(from: point(pair.to), to: point(pair.from)) - metres) < 0.001)
    }

    @Test("A metre is a metre, and no distance is none")
    func shortDistances() {
        let start: CoordinateDomainModel = point((47.3766, 8.5515))
        let metreNorth: CoordinateDomainModel = point((47.3766 + 1 / 111_195.08, 8.5515))
        #expect(abs(greatCircle.distance(from: start, to: metreNorth) - 1) < 0.001)
        #expect(greatCircle.distance(from: start, to: start) == 0)
    }

    @Test(
        "Bearings are the published ones",
        arguments: [
            ((33.95, -118.4), (40.63333, -73.78333), 65.89),
            ((50.06639, -5.71472), (58.64389, -3.07), 9.12),
            // Baghdad to Osaka sets out at 60 degrees.
            ((35, 45), (35, 135), 60.16),
            ((0, 179.5), (0, -179.5), 90),
            ((0, -179.5), (0, 179.5), 270),
            ((10, 20), (11, 20), 0),
            ((10, 20), (9, 20), 180),
            ((90, 0), (0, 0), 180),
            ((-90, 0), (0, 0), 0),
        ] as [((Double, Double), (Double, Double), Double)])
    func bearings(_ from: (Double, Double), _ to: (Double, Double), _ degrees: Double) throws {
        let bearing: Double = try #require(greatCircle.initialBearing(from: point(from), to: point(to)))
        #expect(abs(bearing - degrees) < 0.01, "\(bearing)")
    }

    @Test("The same point has no bearing, also on the two sides of the antimeridian")
    func noBearing() {
        #expect(greatCircle.initialBearing(from: point((10, 180)), to: point((10, -180))) == nil)
    }

    @Test("A circle's boxes hold every point in it", arguments: [1, 2, 3, 4] as [UInt64])
    func boxesHoldTheCircle(_ seed: UInt64) {
        var numbers: ChanceGenerator = ChanceGenerator(chance: .seeded(seed))
        for _: Int in 0..<2_000 {
            let center: CoordinateDomainModel = point((.random(in: -90...90, using: &numbers), .random(in: -180...180, using: &numbers)))
            let other: CoordinateDomainModel = point((.random(in: -90...90, using: &numbers), .random(in: -180...180, using: &numbers)))
            let distance: Double = greatCircle.distance(from: center, to: other)
            let boxes: [BoundingBoxDataModel] = greatCircle.boxes(around: center, radius: distance)
            let isHeld: Bool = boxes.contains { $0.latitudes.contains(other.latitude) && $0.longitudes.contains(other.longitude) }
            #expect(isHeld, "seed \(seed): \(other) is \(distance) m from \(center), and in none of \(boxes)")
        }
    }

    @Test("A small circle across the antimeridian is two narrow boxes")
    func boxesAreNarrow() {
        let boxes: [BoundingBoxDataModel] = greatCircle.boxes(around: point((-17, 179.9)), radius: 50_000)
        #expect(boxes.count == 2)
        #expect(boxes.allSatisfy { $0.longitudes.upperBound - $0.longitudes.lowerBound < 1 })
    }
}
