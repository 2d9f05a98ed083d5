/// Somebody asks what a booking has come to, of which they know the key.
public struct FindBookingUseCase: Sendable {
    private let appointments: any KeepAppointmentsInterface

    public init(appointments: any KeepAppointmentsInterface) {
        self.appointments = appointments
    }

    /// What the visitor booked with the key; nil where nothing, and where it is of a patient whom the session does not see.
    /// - Parameter patient: for whom is to be booked.
    /// - Throws: ``AppointmentsProblem/notAllowed(_:)`` where the visitor can not book for the patient at all.
    public func execute(
        key: String, patient: String, for visitor: VisitorDomainModel
    ) async throws -> AppointmentDomainModel? {
        try visitor.requireSight(of: patient)
        guard let booked: AppointmentDomainModel = try await appointments.booked(key: key, by: visitor.user) else { return nil }
        return visitor.maySee(patient: booked.patient) ? booked : nil
    }
}
