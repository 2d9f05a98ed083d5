import Colonnade
import MapsIO
import Testing

@Suite("Maps, as other verticals see it")
struct MapsVerticalTests {
    private static let carney: String = "us-boston-carney-hospital"
    private static let boston: Coordinate = Coordinate(latitude: 42.3601, longitude: -71.0589)

    @Test("Places are found by text, by distance and by both", arguments: MapsUnderTest.Way.allCases)
    func searches(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        try await searches(subject.maps)
        await subject.close()
    }

    private func searches(_ maps: some MapsInterface) async throws {
        let named: [Place] = try await maps.searchPlaces(PlaceSearch(text: "CARNEY HOSPITAL BOSTON"))
        #expect(named.map(\.id) == [Self.carney])
        #expect(named[0].distance == nil)
        #expect(named[0].kind == .hospital)
        let near: [Place] = try await maps.searchPlaces(PlaceSearch(near: Self.boston, within: 5_000, limit: 3))
        #expect(near.count == 3)
        let distances: [Double] = near.compactMap(\.distance)
        #expect(distances == distances.sorted())
        #expect(distances.allSatisfy { $0 <= 5_000 })
        let both: [Place] = try await maps.searchPlaces(PlaceSearch(text: "sinai", near: Self.boston))
        #expect(both.map(\.address.city) == ["New York", "Toronto", "Los Angeles"])
    }

    @Test("A place and the way to it", arguments: MapsUnderTest.Way.allCases)
    func directs(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        try await directs(subject.maps)
        await subject.close()
    }

    private func directs(_ maps: some MapsInterface) async throws {
        let place: Place = try await maps.place(PlaceID(id: Self.carney))
        #expect(place.address.street == "2100 Dorchester Avenue")
        let way: Directions = try await maps.directions(
            DirectionsRequest(from: .coordinate(Self.boston), to: .place(Self.carney)))
        #expect(abs(way.distance - 9_180) < 100)
        #expect(way.steps.count == 3)
        #expect(way.steps[1].contains("straight line"))
    }

    @Test("What maps can not do it refuses with its own type", arguments: MapsUnderTest.Way.allCases)
    func refuses(_ way: MapsUnderTest.Way) async throws {
        let subject: MapsUnderTest = try await MapsUnderTest(by: way)
        try await refuses(subject.maps)
        await subject.close()
    }

    private func refuses(_ maps: some MapsInterface) async throws {
        #expect(await refusal { _ = try await maps.place(PlaceID(id: "nowhere")) } == .unknownPlace("nowhere"))
        let wrong: Coordinate = Coordinate(latitude: 91, longitude: 0)
        #expect(await refusal { _ = try await maps.searchPlaces(PlaceSearch(near: wrong)) } == .invalidCoordinate(wrong))
        guard case .invalidSearch? = await refusal({ _ = try await maps.searchPlaces(PlaceSearch(within: 1)) }) else {
            Issue.record("a distance from nowhere was searched for")
            return
        }
    }

    private func refusal(_ call: () async throws -> Void) async -> MapsRefusal? {
        do {
            try await call()
        } catch let failure as CallFailure<MapsRefusal> {
            if case .refused(let refusal) = failure { return refusal }
            Issue.record("no refusal: \(failure)")
        } catch {
            Issue.record("no failure of a call: \(error)")
        }
        return nil
    }
}
