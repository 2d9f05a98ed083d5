import MapsDomain
import Testing

@Suite("What people do with maps")
struct UseCaseTests {
    private static let here: CoordinateDomainModel = CoordinateDomainModel(latitude: 1, longitude: 2)
    private static let nowhere: CoordinateDomainModel = CoordinateDomainModel(latitude: 91, longitude: 0)

    private let places: FakePlaces = FakePlaces([.fake("a"), .fake("b", latitude: 3)])

    @Test(
        "A query that makes no sense is refused before anyone searches",
        arguments: [
            PlaceQueryDomainModel(near: nowhere),
            PlaceQueryDomainModel(near: CoordinateDomainModel(latitude: .nan, longitude: 0)),
            PlaceQueryDomainModel(near: CoordinateDomainModel(latitude: 0, longitude: -180.1)),
            PlaceQueryDomainModel(within: 10),
            PlaceQueryDomainModel(near: here, within: 0),
            PlaceQueryDomainModel(near: here, within: -1),
            PlaceQueryDomainModel(near: here, within: .infinity),
            PlaceQueryDomainModel(near: here, within: .nan),
            PlaceQueryDomainModel(limit: 0),
            PlaceQueryDomainModel(limit: 501),
            PlaceQueryDomainModel(text: String(repeating: "x", count: PlaceQueryDomainModel.longestText + 1)),
        ])
    func refusesSenselessQueries(_ query: PlaceQueryDomainModel) async {
        await #expect(throws: MapsError.self) { try await SearchPlacesUseCase(search: places).execute(query) }
        #expect(await places.queries.isEmpty)
    }

    @Test("A query at the limits is searched for")
    func takesQueriesAtTheLimits() async throws {
        let corner: CoordinateDomainModel = CoordinateDomainModel(latitude: -90, longitude: 180)
        let query: PlaceQueryDomainModel = PlaceQueryDomainModel(
            text: String(repeating: "x", count: 200), near: corner, within: 0.1, limit: 500)
        #expect(try await SearchPlacesUseCase(search: places).execute(query).map(\.id) == ["a", "b"])
        #expect(await places.queries == [query])
    }

    @Test("A place is found by its id, and a missing one is named")
    func viewsPlaces() async throws {
        let view: ViewPlaceUseCase = ViewPlaceUseCase(finder: places)
        #expect(try await view.execute(id: "b").id == "b")
        await #expect(throws: MapsError.unknownPlace(id: "c")) { try await view.execute(id: "c") }
    }

    @Test("Directions take places and coordinates, and refuse what is neither")
    func asksForDirections() async throws {
        let ask: AskForDirectionsUseCase = AskForDirectionsUseCase(finder: places, maker: FakeDirections())
        let way: DirectionsDomainModel = try await ask.execute(from: .coordinate(Self.here), to: .place(id: "b"))
        #expect(way.from == Self.here)
        #expect(way.to.latitude == 3)
        #expect(way.steps == ["Place b"])
        await #expect(throws: MapsError.unknownPlace(id: "c")) {
            try await ask.execute(from: .place(id: "c"), to: .place(id: "a"))
        }
        await #expect(throws: MapsError.invalidCoordinate(Self.nowhere)) {
            try await ask.execute(from: .place(id: "a"), to: .coordinate(Self.nowhere))
        }
    }

    @Test("A document over the limit is refused before anyone reads it")
    func refusesLongDocuments() async {
        let load: LoadPlacesUseCase = LoadPlacesUseCase(places: RefusingImport())
        let tooLong: [UInt8] = [UInt8](repeating: 0x20, count: LoadPlacesUseCase.largestDocument + 1)
        await #expect(throws: MapsError.tooLarge(limit: LoadPlacesUseCase.largestDocument)) {
            try await load.execute(document: tooLong, mode: .add)
        }
    }
}

/// An import that nobody may reach.
private struct RefusingImport: ImportPlacesInterface {
    struct Reached: Error {}

    func importPlaces(document: [UInt8], mode: PlacesLoadModeDomainModel) async throws -> PlacesLoadSummaryDomainModel {
        throw Reached()
    }

    func importConfiguredFile(mode: PlacesLoadModeDomainModel) async throws -> PlacesLoadSummaryDomainModel {
        throw Reached()
    }

    func importConfiguredFileIfChanged() async throws -> PlacesLoadSummaryDomainModel? {
        throw Reached()
    }
}
