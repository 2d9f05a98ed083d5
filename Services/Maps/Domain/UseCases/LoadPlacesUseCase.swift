/// Someone loads places from a document that they have.
public struct LoadPlacesUseCase: Sendable {
    /// The longest document, in bytes: a hundred thousand places fit, and reading one takes a small daemon no more
    /// memory than it has.
    public static let largestDocument: Int = 16 * 1024 * 1024

    private let places: any ImportPlacesInterface

    public init(places: any ImportPlacesInterface) {
        self.places = places
    }

    /// - Parameter document: GeoJSON; nil for the configured file.
    /// - Throws: ``MapsError``; nothing has changed then.
    public func execute(
        document: [UInt8]?, mode: PlacesLoadModeDomainModel
    ) async throws -> PlacesLoadSummaryDomainModel {
        guard let document else { return try await places.importConfiguredFile(mode: mode) }
        guard document.count <= Self.largestDocument else { throw MapsError.tooLarge(limit: Self.largestDocument) }
        return try await places.importPlaces(document: document, mode: mode)
    }
}
