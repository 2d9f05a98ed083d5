import AppointmentsData
import AppointmentsDomain

/// Clinics for tests.
enum TestClinics {
    /// Open all day on every day; half hours, with Dr. Stein and Dr. Okafor.
    static let always: ClinicDomainModel = clinic("always", hours: Array(repeating: [OpeningDomainModel(from: 0, until: 1440)], count: 7))

    static func clinic(
        _ id: String, zone: String = "UTC", hours: [[OpeningDomainModel]], minutes: Int64 = 30,
        practitioners: [String] = ["stein", "okafor"]
    ) -> ClinicDomainModel {
        ClinicDomainModel(
            id: id, name: "Clinic \(id)", placeText: "General Hospital", timeZone: zone, hours: hours, slotSeconds: minutes * 60,
            practitioners: practitioners.map { PractitionerDomainModel(id: $0, name: "Dr. \($0)") })
    }

    /// The time zone of a clinic, as the slots need it.
    static func zones(_ identifiers: String...) -> [String: ZoneOffsets] {
        identifiers.reduce(into: [:]) { $0[$1] = ZoneOffsets($1) }
    }
}
