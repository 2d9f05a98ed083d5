/// What a use case of maps answers when it can not do what it was asked for.
public enum MapsError: Error, Hashable, Sendable {
    case unknownPlace(id: String)
    case invalidCoordinate(CoordinateDomainModel)
    /// The reason names the field and says what fits.
    case invalidSearch(reason: String)
    /// `at` is a path in the document, or line and column.
    case badGeoJSON(at: String, reason: String)
    /// The document is longer than `limit` bytes.
    case tooLarge(limit: Int)
    case unreadableFile(path: String, reason: String)
}
