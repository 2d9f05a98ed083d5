import Appointments
import Authentication
import ClinicalRecords
import Maps
import Octopus
import SuiteCodecs

// What launchers configure verticals with.
extension InterfaceCodecs {
    static let appointmentsConfiguration: InterfaceCodecs = InterfaceCodecs(
        AppointmentsConfigurationContract.descriptor,
        [
            Codec(Appointments.AppointmentsConfiguration.self),
            Codec(Appointments.ClinicConfiguration.self),
            Codec(Appointments.OpeningHours.self),
            Codec(Appointments.PractitionerConfiguration.self),
            Codec(Appointments.Weekday.self),
        ])

    static let authenticationConfiguration: InterfaceCodecs = InterfaceCodecs(
        AuthenticationConfigurationContract.descriptor,
        [
            Codec(Authentication.AuthenticationConfiguration.self)
        ])

    static let clinicalRecordsConfiguration: InterfaceCodecs = InterfaceCodecs(
        ClinicalRecordsConfigurationContract.descriptor,
        [
            Codec(ClinicalRecords.ClinicalRecordsConfiguration.self)
        ])

    static let mapsConfiguration: InterfaceCodecs = InterfaceCodecs(
        MapsConfigurationContract.descriptor,
        [
            Codec(Maps.MapsConfiguration.self)
        ])

    static let octopusConfiguration: InterfaceCodecs = InterfaceCodecs(
        OctopusConfigurationContract.descriptor,
        [
            Codec(Octopus.OctopusConfiguration.self)
        ])
}

extension InterfaceCodecs {
    static var configurations: [InterfaceCodecs] {
        [appointmentsConfiguration, authenticationConfiguration, clinicalRecordsConfiguration, mapsConfiguration, octopusConfiguration]
    }
}
