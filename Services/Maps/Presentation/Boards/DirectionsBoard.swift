public import MapsDomain
import MapsIO

/// `directions`: the straight way between two points.
public struct DirectionsBoard: Sendable {
    private let useCase: AskForDirectionsUseCase

    public init(useCase: AskForDirectionsUseCase) {
        self.useCase = useCase
    }

    func activate(with input: DirectionsRequest) async throws -> Directions {
        let from: WaypointDomainModel = WaypointDomainModel(input.from)
        let to: WaypointDomainModel = WaypointDomainModel(input.to)
        return Directions(try await refusing { try await useCase.execute(from: from, to: to) })
    }
}
