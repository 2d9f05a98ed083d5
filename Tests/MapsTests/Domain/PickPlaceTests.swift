import MapsDomain
import Testing

@Suite("Picking a place, one action at a time")
struct PickPlaceTests {
    private static let boston: RegionDomainModel = RegionDomainModel(
        center: CoordinateDomainModel(latitude: 42.36, longitude: -71.06), radius: 2_000)

    private let places: FakePlaces = FakePlaces([.fake("a"), .fake("b")])

    private var pick: PickPlaceUseCase { PickPlaceUseCase(search: places, finder: places, maker: FakeDirections()) }

    private func map(
        _ policy: PickPolicyDomainModel, search: Bool = true, region: RegionDomainModel? = nil
    ) -> PickingDomainModel {
        PickingDomainModel(isSearchEnabled: search, policy: policy, region: region)
    }

    @Test("Opening shows places")
    func opens() async throws {
        let answer: PickAnswerDomainModel = try await pick.execute(.open, on: map(.userAsksForDirections))
        #expect(answer.shown == [.places([.fake("a"), .fake("b")])])
        #expect(answer.end == nil)
    }

    @Test("A search goes out from the middle of the map once it was moved")
    func searchesFromTheRegion() async throws {
        let moved: PickAnswerDomainModel = try await pick.execute(.move(Self.boston), on: map(.userAsksForDirections))
        #expect(moved.picking.region == Self.boston)
        _ = try await pick.execute(.search("clinic"), on: moved.picking)
        #expect(
            await places.queries == [
                PlaceQueryDomainModel(near: Self.boston.center, within: 2_000),
                PlaceQueryDomainModel(text: "clinic", near: Self.boston.center),
            ])
    }

    @Test("Selecting picks only where the policy lets it")
    func selects() async throws {
        let picked: PickAnswerDomainModel = try await pick.execute(.select(id: "b"), on: map(.showDetails(selectable: true)))
        #expect(picked.shown == [.selected(.fake("b"))])
        #expect(picked.end == .picked)
        for policy: PickPolicyDomainModel in [.showDetails(selectable: false), .userAsksForDirections] {
            let declined: PickAnswerDomainModel = try await pick.execute(.select(id: "b"), on: map(policy))
            #expect(declined.shown == [.problem(.notSelectable)])
            #expect(declined.end == nil)
        }
    }

    @Test("Asking for directions picks under its policy, with a start or without")
    func directionsPick() async throws {
        let asking: PickingDomainModel = map(.userAsksForDirections)
        let bare: PickAnswerDomainModel = try await pick.execute(.askForDirections(id: "a", from: nil), on: asking)
        #expect(bare.shown == [.selected(.fake("a"))])
        #expect(bare.end == .picked)
        let started: PickAnswerDomainModel = try await pick.execute(
            .askForDirections(id: "a", from: Self.boston.center), on: asking)
        #expect(started.shown.count == 2)
        #expect(started.shown.last == .selected(.fake("a")))
    }

    @Test("Asking for directions only shows them under the other policy, and needs a start")
    func directionsShow() async throws {
        let moved: PickAnswerDomainModel = try await pick.execute(
            .askForDirections(id: "a", from: nil), on: map(.showDetails(selectable: true), region: Self.boston))
        guard case .directions(let way) = moved.shown.first else {
            Issue.record("no directions: \(moved.shown)")
            return
        }
        #expect(way.from == Self.boston.center)
        #expect(moved.end == nil)
        let bare: PickAnswerDomainModel = try await pick.execute(
            .askForDirections(id: "a", from: nil), on: map(.showDetails(selectable: true)))
        #expect(bare.shown == [.problem(.noStart)])
    }

    @Test(
        "What can not be done is said, and the map stays open",
        arguments: [
            (.showDetails(id: "x"), .unknownPlace(id: "x")),
            (.select(id: "x"), .unknownPlace(id: "x")),
            (.askForDirections(id: "x", from: nil), .unknownPlace(id: "x")),
            (.search("anything"), .searchIsOff),
            (.move(RegionDomainModel(center: CoordinateDomainModel(latitude: 99, longitude: 0), radius: 1)), .invalidRegion),
            (.move(RegionDomainModel(center: CoordinateDomainModel(latitude: 0, longitude: 0), radius: 0)), .invalidRegion),
            (.askForDirections(id: "a", from: CoordinateDomainModel(latitude: 0, longitude: 200)), .invalidRegion),
        ] as [(PickActionDomainModel, PickProblemDomainModel)])
    func declines(_ action: PickActionDomainModel, _ problem: PickProblemDomainModel) async throws {
        let open: PickingDomainModel = map(.showDetails(selectable: true), search: false)
        let answer: PickAnswerDomainModel = try await pick.execute(action, on: open)
        #expect(answer.shown == [.problem(problem)])
        #expect(answer.end == nil)
        #expect(answer.picking == open)
    }

    @Test("A text that is too long is declined without ending the conversation")
    func declinesLongText() async throws {
        let answer: PickAnswerDomainModel = try await pick.execute(
            .search(String(repeating: "x", count: PlaceQueryDomainModel.longestText + 1)), on: map(.userAsksForDirections))
        guard case .problem(.invalidSearch) = answer.shown.first else {
            Issue.record("no problem: \(answer.shown)")
            return
        }
        #expect(answer.end == nil)
    }

    @Test("Dismissing ends without a pick")
    func dismisses() async throws {
        let answer: PickAnswerDomainModel = try await pick.execute(.dismiss, on: map(.userAsksForDirections))
        #expect(answer.shown.isEmpty)
        #expect(answer.end == .dismissed)
    }
}
