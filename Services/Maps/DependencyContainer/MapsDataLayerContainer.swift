import MapsData

/// What keeps and reads places.
struct MapsDataLayerContainer: Sendable {
    let places: any PlacesRepository
    let configuredFile: ConfiguredPlacesFile

    init(places: any PlacesRepository, configuration: MapsConfiguration) {
        self.places = places
        configuredFile = ConfiguredPlacesFile(path: configuration.places ?? "")
    }
}
