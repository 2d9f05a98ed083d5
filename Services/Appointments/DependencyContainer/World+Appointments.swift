public import Colonnade

extension World {
    /// Appointments' own part of the world.
    public struct Appointments: LocalWorld {
        public let configuration: AppointmentsConfiguration
    }

    /// Appointments' own part of the world; there once ``configureAppointments(config:)`` has run.
    public var appointments: Appointments { self[Appointments.self] }

    /// Puts appointments' part into the world.
    public mutating func configureAppointments(config: AppointmentsConfiguration) {
        self[Appointments.self] = Appointments(configuration: config)
    }
}
