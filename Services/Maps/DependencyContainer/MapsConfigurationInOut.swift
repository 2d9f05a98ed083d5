import ColonnadeContract

/// What a launcher may set for maps.
public struct MapsConfiguration: Configuration, Hashable, Sendable {
    /// The path of a GeoJSON file with places, loaded when maps starts and the file has changed; nil for none.
    public let places: String?

    public init(places: String? = nil) {
        self.places = places
    }
}
