import Colonnade
import ColonnadePresentation
import MapsDomain
import Testing

@testable import MapsPresentation

@Suite("The view models of maps, over places that a test gives them", .timeLimit(.minutes(2)))
struct PickPlaceViewModelTests {
    private let places: FakePlaces = FakePlaces([.fake("a", latitude: 1, longitude: 2), .fake("b")])

    @Test("a person points at the map, looks farther, and sees what is there")
    func moves() async throws {
        let model: PickPlaceViewModel = model(.showDetails(selectable: false))
        try await model.run()
        #expect(model.output.state.places?.map(\.id) == ["a", "b"])
        try await model.lookFarther()
        #expect(model.output.state.picking.region == nil, "nothing was pointed at yet")
        try await model.search(["text": .text("clinic")])
        try await model.move(latitude: 10, longitude: 20)
        #expect(model.output.state.picking.region?.radius == 10_000 && model.output.state.field == "")
        for _: Int in 0..<20 { try await model.lookFarther() }
        #expect(model.output.state.picking.region?.radius == 20_000_000)
        let center: CoordinateDomainModel = CoordinateDomainModel(latitude: 10, longitude: 20)
        #expect(await places.queries[2] == PlaceQueryDomainModel(near: center, within: 10_000))
        try await model.move(latitude: .nan, longitude: 20)
        #expect(model.output.state.problem == .invalidRegion && model.output.state.places?.count == 2)
    }

    @Test("a search that can not be done is told, and what was found before stays")
    func searchProblem() async throws {
        let model: PickPlaceViewModel = model(.userAsksForDirections)
        try await model.run()
        try await model.search(["text": .text(String(repeating: "x", count: 5_000))])
        guard case .invalidSearch? = model.output.state.problem else {
            Issue.record("\(String(describing: model.output.state.problem))")
            return
        }
        #expect(model.output.state.field == "" && model.output.state.places?.count == 2)
        try await model.search([:])
        #expect(model.output.state.problem == nil)
    }

    @Test("a way to a place that is gone is told, and another start is asked for")
    func ways() async throws {
        let model: DirectionsViewModel = try await DirectionsViewModel(
            asking: AskForDirectionsUseCase(finder: places, maker: FakeDirections()), searching: SearchPlacesUseCase(search: places),
            viewing: ViewPlaceUseCase(finder: places), from: nil, to: .place(id: "a"))
        try await model.run()
        #expect(model.output.state.destination?.id == "a" && model.output.state.way == nil && model.output.state.search.places?.count == 2)
        try await model.choosePoint("gone")
        #expect(model.output.state.search.error != nil && model.output.state.way == nil)
        try await model.choosePoint("b")
        #expect(model.output.state.way?.steps == ["Place a"] && model.output.state.search.error == nil)
        try await model.startElsewhere()
        #expect(model.output.state.way == nil && model.output.state.from == nil)
    }

    @Test("a way to nowhere is none")
    func nowhere() async throws {
        for to: WaypointDomainModel in [
            .place(id: "gone"), .coordinate(CoordinateDomainModel(latitude: 91, longitude: 0)),
            .coordinate(CoordinateDomainModel(latitude: 0, longitude: .infinity)),
        ] {
            await #expect(throws: MapsError.self) {
                try await DirectionsViewModel(
                    asking: AskForDirectionsUseCase(finder: places, maker: FakeDirections()),
                    searching: SearchPlacesUseCase(search: places),
                    viewing: ViewPlaceUseCase(finder: places), from: nil, to: to)
            }
        }
    }

    private func model(_ policy: PickPolicyDomainModel) -> PickPlaceViewModel {
        PickPlaceViewModel(
            useCase: PickPlaceUseCase(search: places, finder: places, maker: FakeDirections()),
            picking: PickingDomainModel(isSearchEnabled: true, policy: policy))
    }
}
