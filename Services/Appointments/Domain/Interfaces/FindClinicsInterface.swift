/// Knows the clinics.
public protocol FindClinicsInterface: Sendable {
    /// All clinics, in the order of the configuration, with the places that are known by now.
    var all: [ClinicDomainModel] { get }

    /// The clinic with this id.
    /// - Throws: ``AppointmentsProblem/unknownClinic(_:)``.
    func clinic(_ id: String) throws(AppointmentsProblem) -> ClinicDomainModel
}
