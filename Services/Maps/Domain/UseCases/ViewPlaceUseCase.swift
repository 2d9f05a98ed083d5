/// Someone looks at one place.
public struct ViewPlaceUseCase: Sendable {
    private let finder: any FindPlaceInterface

    public init(finder: any FindPlaceInterface) {
        self.finder = finder
    }

    /// - Throws: ``MapsError/unknownPlace(id:)``.
    public func execute(id: String) async throws -> PlaceDomainModel {
        guard let place: PlaceDomainModel = try await finder.place(id: id) else { throw MapsError.unknownPlace(id: id) }
        return place
    }
}
