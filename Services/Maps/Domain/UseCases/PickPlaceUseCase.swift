/// Someone moves about on a map and picks a place.
public struct PickPlaceUseCase: Sendable {
    private let search: any SearchPlacesInterface
    private let finder: any FindPlaceInterface
    private let maker: any MakeDirectionsInterface

    public init(
        search: any SearchPlacesInterface, finder: any FindPlaceInterface, maker: any MakeDirectionsInterface
    ) {
        self.search = search
        self.finder = finder
        self.maker = maker
    }

    /// What the map answers to one action, and the map after it.
    public func execute(_ action: PickActionDomainModel, on picking: PickingDomainModel) async throws -> PickAnswerDomainModel {
        switch action {
        case .open: return try await show(PlaceQueryDomainModel(), on: picking)
        case .search(let text): return try await searchFor(text, on: picking)
        case .move(let region): return try await move(to: region, on: picking)
        case .showDetails(let id):
            return try await withPlace(id, on: picking) { PickAnswerDomainModel(shown: [.details($0)], picking: picking) }
        case .select(let id): return try await select(id, on: picking)
        case .askForDirections(let id, let from): return try await direct(to: id, from: from, on: picking)
        case .dismiss: return PickAnswerDomainModel(shown: [], picking: picking, end: .dismissed)
        }
    }

    private func searchFor(_ text: String, on picking: PickingDomainModel) async throws -> PickAnswerDomainModel {
        guard picking.isSearchEnabled else { return decline(.searchIsOff, on: picking) }
        let query: PlaceQueryDomainModel = PlaceQueryDomainModel(text: text, near: picking.region?.center)
        if case .invalidSearch(let reason) = query.problem { return decline(.invalidSearch(reason: reason), on: picking) }
        return try await show(query, on: picking)
    }

    private func move(to region: RegionDomainModel, on picking: PickingDomainModel) async throws -> PickAnswerDomainModel {
        guard region.isValid else { return decline(.invalidRegion, on: picking) }
        let query: PlaceQueryDomainModel = PlaceQueryDomainModel(near: region.center, within: region.radius)
        return try await show(query, on: picking.moved(to: region))
    }

    private func select(_ id: String, on picking: PickingDomainModel) async throws -> PickAnswerDomainModel {
        guard picking.policy == .showDetails(selectable: true) else { return decline(.notSelectable, on: picking) }
        return try await withPlace(id, on: picking) {
            PickAnswerDomainModel(shown: [.selected($0)], picking: picking, end: .picked)
        }
    }

    /// Under ``PickPolicyDomainModel/userAsksForDirections`` asking is picking, so a missing start is no obstacle there.
    private func direct(
        to id: String, from: CoordinateDomainModel?, on picking: PickingDomainModel
    ) async throws -> PickAnswerDomainModel {
        let start: CoordinateDomainModel? = from ?? picking.region?.center
        if let start, !start.isOnEarth { return decline(.invalidRegion, on: picking) }
        return try await withPlace(id, on: picking) { place in
            let way: DirectionsDomainModel? = start.map {
                maker.directions(
                    from: WayEndDomainModel(coordinate: $0), to: WayEndDomainModel(coordinate: place.coordinate, place: place))
            }
            let shown: [PickShowDomainModel] = way.map { [.directions($0)] } ?? []
            if picking.policy == .userAsksForDirections {
                return PickAnswerDomainModel(shown: shown + [.selected(place)], picking: picking, end: .picked)
            }
            return way == nil ? decline(.noStart, on: picking) : PickAnswerDomainModel(shown: shown, picking: picking)
        }
    }

    private func show(_ query: PlaceQueryDomainModel, on picking: PickingDomainModel) async throws -> PickAnswerDomainModel {
        PickAnswerDomainModel(shown: [.places(try await search.places(matching: query))], picking: picking)
    }

    private func withPlace(
        _ id: String, on picking: PickingDomainModel, _ answer: (PlaceDomainModel) -> PickAnswerDomainModel
    ) async throws -> PickAnswerDomainModel {
        guard let place: PlaceDomainModel = try await finder.place(id: id) else {
            return decline(.unknownPlace(id: id), on: picking)
        }
        return answer(place)
    }

    private func decline(_ problem: PickProblemDomainModel, on picking: PickingDomainModel) -> PickAnswerDomainModel {
        PickAnswerDomainModel(shown: [.problem(problem)], picking: picking)
    }
}
