/// Somebody cancels an appointment.
public struct CancelAppointmentUseCase: Sendable {
    private let appointments: any KeepAppointmentsInterface
    private let now: @Sendable () -> Moment

    public init(appointments: any KeepAppointmentsInterface, now: @escaping @Sendable () -> Moment) {
        self.appointments = appointments
        self.now = now
    }

    /// - Throws: an ``AppointmentsProblem``, and the appointment is as it was.
    public func execute(_ appointment: String, for visitor: VisitorDomainModel) async throws -> AppointmentDomainModel {
        let now: Moment = now()
        return try await appointments.cancel(appointment, at: now) { present in
            // As for an id that nobody has: else who tries ids learns which there are.
            guard visitor.maySee(patient: present.patient) else { throw AppointmentsProblem.unknownAppointment(present.id) }
            guard present.status == .cancelled || present.slot.start > now else { throw AppointmentsProblem.past(present.slot.start) }
        }
    }
}
