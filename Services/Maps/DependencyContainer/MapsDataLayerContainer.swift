import MapsData

/// What keeps and reads places.
struct MapsDataLayerContainer: Sendable {
    let places: PlacesRepository
    let configuredFile: ConfiguredPlacesFile
    let database: PlacesDatabase

    init(stateDirectory: String, configuration: MapsConfiguration) {
        database = PlacesDatabase(directory: stateDirectory)
        places = PlacesRepository(database: database)
        configuredFile = ConfiguredPlacesFile(path: configuration.places ?? "")
    }
}
