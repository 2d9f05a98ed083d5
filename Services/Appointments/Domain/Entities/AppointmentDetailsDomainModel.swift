/// An appointment with what people call those who have to do with it.
public struct AppointmentDetailsDomainModel: Hashable, Sendable {
    public let appointment: AppointmentDomainModel
    public let clinic: String
    public let practitioner: String
    /// The clinic's, by its IANA name.
    public let timeZone: String
    /// Where the clinic is; nil while nobody has said.
    public let place: ClinicPlaceDomainModel?
    /// Whether it can be moved and cancelled: it stands, and has not begun.
    public let isOpen: Bool

    public init(
        appointment: AppointmentDomainModel, clinic: String, practitioner: String, timeZone: String, place: ClinicPlaceDomainModel?,
        isOpen: Bool
    ) {
        self.appointment = appointment
        self.clinic = clinic
        self.practitioner = practitioner
        self.timeZone = timeZone
        self.place = place
        self.isOpen = isOpen
    }
}
