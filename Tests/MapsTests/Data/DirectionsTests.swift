import MapsDataDomainInterface
import MapsDomain
import Testing

@Suite("Directions in words")
struct DirectionsTests {
    private func end(_ latitude: Double, _ longitude: Double, _ name: String? = nil) -> WayEndDomainModel {
        let coordinate: CoordinateDomainModel = CoordinateDomainModel(latitude: latitude, longitude: longitude)
        return WayEndDomainModel(
            coordinate: coordinate,
            place: name.map {
                PlaceDomainModel(
                    id: $0, name: $0, kind: .hospital, coordinate: coordinate,
                    address: AddressDomainModel(street: "Street 1", city: "Town"))
            })
    }

    @Test("The words name both ends and the way, and say that it is no road")
    func words() {
        let way: DirectionsDomainModel = MakeDirections().directions(from: end(-33.5, 151.25), to: end(-33.5, 151.35, "Clinic"))
        #expect(
            way.steps == [
                "Start at 33.5000° S, 151.2500° E.",
                "Head east (90°) for 9.3 km in a straight line; roads are not known to this map.",
                "Arrive at Clinic, Street 1, Town.",
            ])
        #expect(abs(way.distance - 9_272.4) < 1)
        #expect(abs((way.initialBearing ?? 0) - 90.03) < 0.01)
    }

    @Test(
        "Lengths read well",
        arguments: [(0.001, "111 m"), (0.00899, "1.0 km"), (0.5, "55.6 km"), (0.8989, "100 km"), (10, "1112 km")])
    func lengths(_ degrees: Double, _ words: String) {
        let way: DirectionsDomainModel = MakeDirections().directions(from: end(0, 0), to: end(degrees, 0))
        #expect(way.steps[1].contains("Head north (0°) for \(words) in"), "\(way.steps[1])")
    }

    @Test("Who is there need not go")
    func sameEnds() {
        let way: DirectionsDomainModel = MakeDirections().directions(from: end(1, 2), to: end(1, 2, "Clinic"))
        #expect(way.steps == ["You are there: Clinic, Street 1, Town."])
        #expect(way.initialBearing == nil)
        #expect(way.distance == 0)
    }
}
