public import Colonnade

extension World {
    /// Maps' own part of the world.
    public struct Maps: LocalWorld {
        public let configuration: MapsConfiguration
    }

    /// Maps' own part of the world; there once ``configureMaps(config:)`` has run.
    public var maps: Maps { self[Maps.self] }

    /// Puts maps' part into the world.
    public mutating func configureMaps(config: MapsConfiguration) {
        self[Maps.self] = Maps(configuration: config)
    }
}
