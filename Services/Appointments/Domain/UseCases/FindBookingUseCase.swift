/// Somebody asks what a booking has come to, of which they know the key.
public struct FindBookingUseCase: Sendable {
    private let appointments: any KeepAppointmentsInterface

    public init(appointments: any KeepAppointmentsInterface) {
        self.appointments = appointments
    }

    /// What the visitor booked with the key; nil where nothing, and where it is of a patient whom the session does not see.
    public func execute(key: String, for visitor: VisitorDomainModel) async throws -> AppointmentDomainModel? {
        guard let booked: AppointmentDomainModel = try await appointments.booked(key: key, by: visitor.user) else { return nil }
        return visitor.maySee(patient: booked.patient) ? booked : nil
    }
}
