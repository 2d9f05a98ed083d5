import Colonnade
import ColonnadePresentation
import MapsDomain
import Testing

@testable import MapsPresentation

@Suite("The views of maps")
struct PlaceViewTests {
    private static let carney: PlaceDomainModel = PlaceDomainModel(
        id: "carney", name: "Carney {0} Hospital", kind: .hospital,
        coordinate: CoordinateDomainModel(latitude: 42.2776, longitude: -71.0663),
        address: AddressDomainModel(street: "2100 Dorchester Avenue", city: "Boston", postalCode: "02124"), phone: "+1 617", distance: 1_234
    )

    @Test("a search shows its places as rows and as points, or that there are none")
    func search() throws {
        let found: Screen = searchView(SearchState(field: "carney", near: Self.carney.coordinate, places: [Self.carney], error: "too long"))
        try found.check()
        #expect(found.field("text")?.input == .text("carney", autocomplete: nil) && found.field("text")?.error == "too long")
        #expect(found.field("text")?.isLive == true && found.element("anywhere") != nil)
        guard case .map(let map)? = found.element("map")?.content, case .list(let list)? = found.element("results")?.content else {
            Issue.record("no map, or no list")
            return
        }
        #expect(map.isLocatable && map.drawing == nil && map.points.map(\.latitude) == [42.2776])
        let row: ScreenRow = try #require(list.rows.first)
        #expect(row.title.plainText == "Carney {0} Hospital" && row.badge == "\(ScreenArgument.quantity(1.2, unit: "km"))")
        #expect(row.detail?.plainText == "2100 Dorchester Avenue, 02124 Boston")
        let before: Screen = searchView(SearchState())
        #expect(before.plainText.contains("Looking for places") && !before.plainText.contains("No place was found"))
        let empty: Screen = searchView(SearchState(places: []))
        #expect(empty.plainText.contains("No place was found") && empty.element("anywhere") == nil)
    }

    @Test("a place shows what is known of it, on whichever side of the earth", arguments: [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)])
    func place(_ north: Double, _ east: Double) throws {
        let place: PlaceDomainModel = PlaceDomainModel(
            id: "x", name: "X", kind: .other, coordinate: CoordinateDomainModel(latitude: north * 12.5, longitude: east * 7.25))
        let screen: Screen = placeView(place)
        try screen.check()
        #expect(screen.plainText.contains("Position: 12.5° \(north < 0 ? "S" : "N"), 7.25° \(east < 0 ? "W" : "E")"))
        #expect(!screen.plainText.contains("Phone") && !screen.plainText.contains("Address"))
        let whole: String = placeView(Self.carney).plainText
        #expect(whole.contains("Kind: Hospital") && whole.contains("Phone: +1 617") && whole.contains("Distance: 1.2 km"))
    }

    @Test("a map for picking offers what its policy lets be done")
    func picking() throws {
        func screen(_ policy: PickPolicyDomainModel, search: Bool = true) -> Screen {
            pickPlaceView(
                PickPlaceState(
                    picking: PickingDomainModel(isSearchEnabled: search, policy: policy), places: [Self.carney], details: Self.carney))
        }
        #expect(screen(.showDetails(selectable: true)).element("select") != nil)
        #expect(screen(.showDetails(selectable: false)).element("select") == nil)
        #expect(screen(.userAsksForDirections).element("select") == nil && screen(.userAsksForDirections).element("directions") != nil)
        #expect(screen(.userAsksForDirections, search: false).element("search") == nil)
        for policy: PickPolicyDomainModel in [.userAsksForDirections, .showDetails(selectable: true)] { try screen(policy).check() }
        guard case .map(let map)? = screen(.userAsksForDirections).element("map")?.content else {
            Issue.record("no map")
            return
        }
        #expect(map.selected == "carney")
        let empty: Screen = pickPlaceView(
            PickPlaceState(picking: PickingDomainModel(isSearchEnabled: true, policy: .userAsksForDirections)))
        #expect(empty.element("details") == nil)
    }

    @Test(
        "each problem is told where it belongs",
        arguments: [
            PickProblemDomainModel.unknownPlace(id: "x"), .searchIsOff, .notSelectable, .noStart, .invalidSearch(reason: "too long"),
            .invalidRegion,
        ])
    func problems(_ problem: PickProblemDomainModel) throws {
        let screen: Screen = pickPlaceView(
            PickPlaceState(picking: PickingDomainModel(isSearchEnabled: true, policy: .userAsksForDirections), problem: problem))
        try screen.check()
        let isInSearch: Bool = problem == .invalidSearch(reason: "too long")
        #expect((screen.field("text")?.error != nil) == isInSearch && (screen.element("problem") != nil) == !isInSearch)
    }

    @Test("a way without a start asks for one; with one it is drawn and told in steps")
    func way() throws {
        let to: WaypointDomainModel = .place(id: "carney")
        let asking: Screen = directionsView(DirectionsState(to: to, destination: Self.carney, search: SearchState(places: [Self.carney])))
        try asking.check()
        #expect(asking.title.plainText == "Directions to Carney {0} Hospital" && asking.element("results") != nil)
        let here: CoordinateDomainModel = CoordinateDomainModel(latitude: 42, longitude: -71)
        let way: DirectionsDomainModel = DirectionsDomainModel(
            from: here, to: Self.carney.coordinate, distance: 812.4, initialBearing: 10, steps: ["Start.", "Arrive."],
            path: [here, Self.carney.coordinate])
        let shown: Screen = directionsView(DirectionsState(to: to, destination: Self.carney, from: .coordinate(here), way: way))
        try shown.check()
        #expect(shown.plainText.contains("Distance: 812.0 m") && shown.plainText.contains("- Start.\n- Arrive."))
        guard case .map(let map)? = shown.element("map")?.content, case .svg(let svg)? = map.drawing else {
            Issue.record("no drawing")
            return
        }
        #expect(map.points.map(\.id) == ["from", "to"] && svg.contains(#"id="from""#) && svg.contains(#"id="to""#))
    }
}
