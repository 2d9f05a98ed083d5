import MapsDomain
import MapsIO

extension WaypointDomainModel {
    init(_ waypoint: Waypoint) {
        switch waypoint {
        case .place(let id): self = .place(id: id)
        case .coordinate(let coordinate): self = .coordinate(CoordinateDomainModel(coordinate))
        }
    }
}

extension Directions {
    init(_ model: DirectionsDomainModel) {
        self.init(
            from: Coordinate(model.from), to: Coordinate(model.to), distance: model.distance,
            initialBearing: model.initialBearing, steps: model.steps)
    }
}
