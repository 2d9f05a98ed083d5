extension MapsError: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .unknownPlace(let id): "No place has the id \(id)."
        case .invalidCoordinate(let coordinate):
            "\(coordinate.latitude), \(coordinate.longitude) is no coordinate; give a latitude of ±90 and a longitude of ±180 degrees."
        case .invalidSearch(let reason): "The search can not be done: \(reason)."
        case .badGeoJSON(let at, let reason): "No places can be read: \(at): \(reason)."
        case .tooLarge(let limit): "The document is longer than \(limit) bytes; load it in parts."
        case .unreadableFile(let path, let reason): "The places file \(path) can not be read: \(reason)."
        }
    }
}
