/// Takes places in, all or nothing.
public protocol ImportPlacesInterface: Sendable {
    /// Stores the places of a GeoJSON document.
    /// - Throws: ``MapsError/badGeoJSON(at:reason:)`` and ``MapsError/tooLarge(limit:)``; nothing has changed then.
    func importPlaces(document: [UInt8], mode: PlacesLoadModeDomainModel) async throws -> PlacesLoadSummaryDomainModel

    /// Stores the places of the configured file.
    /// - Throws: as above, and ``MapsError/unreadableFile(path:reason:)``.
    func importConfiguredFile(mode: PlacesLoadModeDomainModel) async throws -> PlacesLoadSummaryDomainModel

    /// Stores the places of the configured file, unless that very content was stored before. Places that came from an
    /// earlier content of the file are replaced; those that came otherwise stay.
    /// - Returns: nil where there was nothing to do.
    func importConfiguredFileIfChanged() async throws -> PlacesLoadSummaryDomainModel?
}
