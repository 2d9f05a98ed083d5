/// Writes appointments down for calendar programs.
public protocol WriteCalendarInterface: Sendable {
    func text(of appointments: [AppointmentDomainModel], at clinics: [ClinicDomainModel]) -> String
}
