public import MapsDomain
import MapsIO

/// `place`: one place by its id.
public struct PlaceBoard: Sendable {
    private let useCase: ViewPlaceUseCase

    public init(useCase: ViewPlaceUseCase) {
        self.useCase = useCase
    }

    func activate(with input: PlaceID) async throws -> Place {
        Place(try await refusing { try await useCase.execute(id: input.id) })
    }
}
