import MapsDomain
import MapsIO

extension PickingDomainModel {
    init(_ configuration: MapConfiguration) {
        let policy: PickPolicyDomainModel
        switch configuration.selectionPolicy {
        case .userAsksForDirections: policy = .userAsksForDirections
        case .showDetails(let selectable): policy = .showDetails(selectable: selectable)
        }
        self.init(isSearchEnabled: configuration.isSearchEnabled, policy: policy)
    }
}

extension PickActionDomainModel {
    init(_ command: MapCommand) {
        switch command {
        case .search(let text): self = .search(text)
        case .moveTo(let region):
            self = .move(RegionDomainModel(center: CoordinateDomainModel(region.center), radius: region.radius))
        case .showDetails(let id): self = .showDetails(id: id)
        case .select(let id): self = .select(id: id)
        case .askForDirections(let to, let from):
            self = .askForDirections(id: to, from: from.map(CoordinateDomainModel.init))
        case .dismiss: self = .dismiss
        }
    }
}

extension MapOutput {
    init(_ shown: PickShowDomainModel) {
        switch shown {
        case .places(let places): self = .showing(places.map(Place.init))
        case .details(let place): self = .details(Place(place))
        case .directions(let directions): self = .directions(Directions(directions))
        case .selected(let place): self = .selected(Place(place))
        case .problem(let problem): self = .notPossible(MapProblem(problem))
        }
    }
}

extension MapProblem {
    init(_ problem: PickProblemDomainModel) {
        switch problem {
        case .unknownPlace(let id): self = .unknownPlace(id)
        case .searchIsOff: self = .searchIsOff
        case .notSelectable: self = .notSelectable
        case .noStart: self = .noStart
        case .invalidSearch(let reason): self = .invalidSearch(reason: reason)
        case .invalidRegion: self = .invalidRegion
        }
    }
}
