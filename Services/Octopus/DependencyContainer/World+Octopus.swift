public import Colonnade

extension World {
    /// Octopus' own part of the world.
    public struct Octopus: LocalWorld {
        public let configuration: OctopusConfiguration
    }

    /// Octopus' own part of the world; there once ``configureOctopus(config:)`` has run.
    public var octopus: Octopus { self[Octopus.self] }

    /// Puts octopus' part into the world.
    public mutating func configureOctopus(config: OctopusConfiguration) {
        self[Octopus.self] = Octopus(configuration: config)
    }
}
