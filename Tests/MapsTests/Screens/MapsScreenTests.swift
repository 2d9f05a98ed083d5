import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Maps
import MapsIO
import Testing

@Suite("The screens of maps, as a shell opens them", .timeLimit(.minutes(2)))
struct MapsScreenTests {
    private static let carney: String = "us-boston-carney-hospital"

    @Test("a search is live, on a map as well, and what is chosen is a route", arguments: PlacesStore.allCases, Way.allCases)
    func search(_ store: PlacesStore, _ way: Way) async throws {
        try await withMaps(store, by: way) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show { maps.searchScreen(SearchScreenInput(text: "hospital"), $0) }
            _ = try await screen.screens.first { Self.rows($0).count > 1 }
            try await screen.act("text", .entered(.text("carney")))
            let found: Screen = try await screen.screens.first { Self.rows($0) == [Self.carney] }
            #expect(found.field("text")?.input == .text("hospital", autocomplete: nil), "what is typed is not written over")
            try await screen.act("map", .located(latitude: 42.36, longitude: -71.06))
            _ = try await screen.screens.first { $0.element("anywhere") != nil && $0.plainText.contains(" km)") }
            try await screen.act("results", .chosen(Self.carney))
            try await screen.act("map", .chosen(Self.carney))
            try await screen.submit("search", ["text": "no such place anywhere"])
            try await screen.sees("No place was found")
            screen.actions.finish()
            #expect(try await completion == .notDone)
            #expect(screen.routes.map { $0.value() } == [SearchRoute](repeating: .placeChosen(id: Self.carney), count: 2))
        }
    }

    @Test("a place is looked at, and picked", arguments: PlacesStore.allCases, Way.allCases)
    func pick(_ store: PlacesStore, _ way: Way) async throws {
        try await withMaps(store, by: way) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show { maps.pickPlaceScreen(MapConfiguration(showDetailSelectable: true), $0) }
            try await screen.submit("search", ["text": "carney"])
            _ = try await screen.screens.first { Self.rows($0) == [Self.carney] }
            // Not there yet.
            try await screen.act("select", .pressed)
            try await screen.act("results", .chosen(Self.carney))
            try await screen.sees("Choose this place")
            try await screen.act("directions", .pressed)
            try await screen.sees("Point at the map to say where you start")
            try await screen.act("select", .pressed)
            #expect(try await completion == .done)
            guard case .placePicked(let place)? = screen.routes.first?.value(as: PickPlaceRoute.self) else {
                Issue.record("nothing was picked")
                return
            }
            #expect(screen.routes.count == 1)
            #expect(try await maps.place(PlaceID(id: Self.carney)) == place)
        }
    }

    @Test("asking for directions picks where the configuration says so")
    func pickByDirections() async throws {
        try await withMaps(.sqlite) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show {
                maps.pickPlaceScreen(MapConfiguration(isSearchEnabled: false, selectionPolicy: .userAsksForDirections), $0)
            }
            try await screen.act("map", .located(latitude: 42.28, longitude: -71.07))
            let found: Screen = try await screen.sees("from where you have pointed")
            #expect(found.field("text") == nil && Self.rows(found).contains(Self.carney))
            try await screen.act("map", .chosen(Self.carney))
            _ = try await screen.screens.first { $0.element("details") != nil }
            try await screen.act("directions", .pressed)
            #expect(try await completion == .done)
            guard case .placePicked(let place)? = screen.routes.last?.value(as: PickPlaceRoute.self) else {
                Issue.record("nothing was picked")
                return
            }
            #expect(place.id == Self.carney)
        }
    }

    @Test("a map is closed without a pick, and left alone for long it closes itself")
    func dismissed() async throws {
        try await withMaps(.sqlite) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show { maps.pickPlaceScreen(MapConfiguration(), $0) }
            try await screen.act("dismiss", .pressed)
            #expect(try await completion == .notDone)
            #expect(screen.routes.map { $0.value() } == [PickPlaceRoute.dismissed])
        }
        try await withMaps(.grid, time: .virtual(from: Date(timeIntervalSince1970: 1_800_000_000))) { maps in
            let screen: OpenScreen = OpenScreen()
            let end: Completion = try await screen.show { maps.pickPlaceScreen(MapConfiguration(), $0) }
            #expect(end == .notDone)
            #expect(screen.routes.isEmpty && !screen.screens.all.isEmpty)
        }
    }

    @Test("a place leads to the way there; a place that nobody knows is refused", arguments: PlacesStore.allCases)
    func place(_ store: PlacesStore) async throws {
        try await withMaps(store) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show { maps.placeScreen(PlaceScreenInput(id: Self.carney), $0) }
            try await screen.sees("Kind: Hospital")
            try await screen.act("directions", .pressed)
            screen.actions.finish()
            #expect(try await completion == .notDone)
            #expect(screen.routes.map { $0.value() } == [PlaceRoute.directionsWanted(to: Self.carney)])
            let told: MapsRefusal? = try await refusal {
                _ = try await OpenScreen().show { maps.placeScreen(PlaceScreenInput(id: "nowhere"), $0) }
            }
            #expect(told == .unknownPlace("nowhere"))
        }
    }

    @Test("the start of a way is searched for or pointed at, and the way drawn", arguments: PlacesStore.allCases)
    func directions(_ store: PlacesStore) async throws {
        try await withMaps(store) { maps in
            let screen: OpenScreen = OpenScreen()
            async let completion: Completion = screen.show { maps.directionsScreen(DirectionsScreenInput(to: .place(Self.carney)), $0) }
            try await screen.sees("Where do you start?")
            try await screen.act("map", .located(latitude: 42.36, longitude: -71.06))
            let way: Screen = try await screen.sees("in a straight line")
            guard case .map(let map)? = way.element("map")?.content, case .svg? = map.drawing else {
                Issue.record("the way is not drawn")
                return
            }
            try await screen.act("map", .chosen("from"))
            try await screen.act("map", .chosen("to"))
            try await screen.act("otherStart", .pressed)
            try await screen.sees("Where do you start?", times: 2)
            screen.actions.finish()
            #expect(try await completion == .notDone)
            #expect(screen.routes.map { $0.value() } == [DirectionsRoute.placeChosen(id: Self.carney)])
            let bad: Coordinate = Coordinate(latitude: 91, longitude: 0)
            let told: MapsRefusal? = try await refusal {
                _ = try await OpenScreen().show {
                    maps.directionsScreen(DirectionsScreenInput(from: .coordinate(bad), to: .place(Self.carney)), $0)
                }
            }
            #expect(told == .invalidCoordinate(bad))
        }
    }

    /// What the call is refused for; nil where it is not.
    private func refusal(_ call: () async throws -> Void) async throws -> MapsRefusal? {
        do {
            try await call()
            return nil
        } catch CallFailure<MapsRefusal>.refused(let refusal) {
            return refusal
        }
    }

    private static func rows(_ screen: Screen) -> [String] {
        guard case .list(let list)? = screen.element("results")?.content else { return [] }
        return list.rows.map(\.id)
    }

    private func withMaps(
        _ store: PlacesStore, by way: Way = .memory, time: TestTime = .real, _ body: @escaping @Sendable (MapsClient) async throws -> Void
    ) async throws {
        try await withVertical(
            MapsLauncherPlugin { store.repository(in: $0) }, by: way, configuration: MapsConfiguration(places: ShippedPlaces.path),
            time: time
        ) { vertical in
            try await body(MapsClient(vertical.channel(to: MapsContract.descriptor, as: "octopus")))
        }
    }
}
