/// The suite starts with the places of its configuration.
public struct LoadConfiguredPlacesUseCase: Sendable {
    private let places: any ImportPlacesInterface

    public init(places: any ImportPlacesInterface) {
        self.places = places
    }

    /// - Returns: nil where the configured file has been loaded before as it is.
    public func execute() async throws -> PlacesLoadSummaryDomainModel? {
        try await places.importConfiguredFileIfChanged()
    }
}
