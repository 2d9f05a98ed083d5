public import AppointmentsIO
public import AuthenticationIO
public import ClinicalRecordsIO
public import ColonnadeWorld
public import MapsIO

extension World {
    /// The verticals whose screens the flows show.
    public struct Suite: LocalWorld {
        /// Who people are.
        public let authentication: any AuthenticationInterface
        /// When people come.
        public let appointments: any AppointmentsInterface
        /// What is recorded about them.
        public let records: any ClinicalRecordsInterface
        /// Where things are.
        public let maps: any MapsInterface
    }

    /// The verticals that builders ask for screens.
    public var suite: Suite { self[Suite.self] }

    /// Says which verticals builders ask: clients of those that run, or what a test has in their place.
    public mutating func configureSuite(
        authentication: any AuthenticationInterface, appointments: any AppointmentsInterface, records: any ClinicalRecordsInterface,
        maps: any MapsInterface
    ) {
        self[Suite.self] = Suite(authentication: authentication, appointments: appointments, records: records, maps: maps)
    }
}
