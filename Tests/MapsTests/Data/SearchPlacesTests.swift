import Colonnade
import ColonnadeTesting
import MapsDomain
import Testing

@testable import MapsData
@testable import MapsDataDomainInterface

@Suite("Searching places")
struct SearchPlacesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A search over these points.
    private func searching(_ store: PlacesStore, _ points: [(String, Double, Double)]) async throws -> SearchPlaces {
        let places: any PlacesRepository = store.repository(in: directory.path)
        let models: [PlaceDataModel] = points.map {
            PlaceDataModel(id: $0.0, name: "Place \($0.0)", kind: "clinic", latitude: $0.1, longitude: $0.2)
        }
        _ = try await places.store(models, origin: .call, removing: .none)
        return SearchPlaces(places: places)
    }

    @Test("The nearest come first across the antimeridian, with their distance", arguments: PlacesStore.allCases)
    func crossesTheAntimeridian(_ store: PlacesStore) async throws {
        let search: SearchPlaces = try await searching(store, [("west", -17, -179.9), ("east", -17, 179.7), ("far", -17, 170)])
        let center: CoordinateDomainModel = CoordinateDomainModel(latitude: -17, longitude: 179.95)
        let found: [PlaceDomainModel] = try await search.places(matching: PlaceQueryDomainModel(near: center, within: 100_000))
        #expect(found.map(\.id) == ["west", "east"])
        #expect(abs((found[0].distance ?? 0) - 15_950) < 20)
    }

    @Test("Round a pole all longitudes are near", arguments: PlacesStore.allCases)
    func roundsThePoles(_ store: PlacesStore) async throws {
        let search: SearchPlaces = try await searching(store, [("a", 89.9, 0), ("b", 89.85, 180), ("c", 80, 0)])
        let center: CoordinateDomainModel = CoordinateDomainModel(latitude: 90, longitude: 123)
        let found: [PlaceDomainModel] = try await search.places(matching: PlaceQueryDomainModel(near: center, within: 20_000))
        #expect(found.map(\.id) == ["a", "b"])
    }

    @Test("Without a distance the nearest are found however far they are", arguments: PlacesStore.allCases)
    func widens(_ store: PlacesStore) async throws {
        let search: SearchPlaces = try await searching(store, [("antipode", 10, -170), ("half", -40, 100)])
        let center: CoordinateDomainModel = CoordinateDomainModel(latitude: -10, longitude: 10)
        #expect(try await search.places(matching: PlaceQueryDomainModel(near: center)).map(\.id) == ["half", "antipode"])
        #expect(try await search.places(matching: PlaceQueryDomainModel(near: center, limit: 1)).map(\.id) == ["half"])
        let named: PlaceQueryDomainModel = PlaceQueryDomainModel(text: "ANTI", near: center)
        #expect(try await search.places(matching: named).map(\.id) == ["antipode"])
    }

    @Test("Text that is only space asks for any place", arguments: PlacesStore.allCases)
    func takesBlankText(_ store: PlacesStore) async throws {
        let search: SearchPlaces = try await searching(store, [("b", 0, 0), ("a", 0, 0)])
        #expect(try await search.places(matching: PlaceQueryDomainModel(text: "  ")).map(\.id) == ["a", "b"])
    }

    @Test("Any search gives what looking at every place gives", arguments: PlacesStore.allCases, [11, 12, 13] as [UInt64])
    func agreesWithLookingAtAll(_ store: PlacesStore, _ seed: UInt64) async throws {
        var numbers: ChanceGenerator = ChanceGenerator(chance: .seeded(seed))
        let points: [(String, Double, Double)] = (0..<300).map { index in
            ("p\(index)", .random(in: -90...90, using: &numbers), .random(in: -180...180, using: &numbers))
        }
        let search: SearchPlaces = try await searching(store, points)
        let greatCircle: GreatCircle = GreatCircle()
        for _: Int in 0..<30 {
            let center: CoordinateDomainModel = CoordinateDomainModel(
                latitude: .random(in: -90...90, using: &numbers), longitude: .random(in: -180...180, using: &numbers))
            let within: Double? = Bool.random(using: &numbers) ? .random(in: 1...8_000_000, using: &numbers) : nil
            let limit: Int = .random(in: 1...40, using: &numbers)
            let expected: [String] =
                points
                .map { ($0.0, greatCircle.distance(from: center, to: CoordinateDomainModel(latitude: $0.1, longitude: $0.2))) }
                .filter { $0.1 <= within ?? .infinity }
                .sorted { $0.1 < $1.1 }
                .prefix(limit).map(\.0)
            let query: PlaceQueryDomainModel = PlaceQueryDomainModel(near: center, within: within, limit: limit)
            let found: [String] = try await search.places(matching: query).map(\.id)
            #expect(found == expected, "seed \(seed), \(query)")
        }
    }
}
