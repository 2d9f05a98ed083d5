public import Colonnade

extension World {
    /// Authentication's own part of the world.
    public struct Authentication: LocalWorld {
        public let configuration: AuthenticationConfiguration
    }

    /// Authentication's own part of the world; there once ``configureAuthentication(config:)`` has run.
    public var authentication: Authentication { self[Authentication.self] }

    /// Puts authentication's part into the world.
    public mutating func configureAuthentication(config: AuthenticationConfiguration) {
        self[Authentication.self] = Authentication(configuration: config)
    }
}
