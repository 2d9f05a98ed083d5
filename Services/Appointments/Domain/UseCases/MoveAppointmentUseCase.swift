/// Somebody moves an appointment to another slot.
public struct MoveAppointmentUseCase: Sendable {
    private let appointments: any KeepAppointmentsInterface
    private let finding: any FindAppointmentsInterface
    private let rules: SlotRules
    private let now: @Sendable () -> Moment

    public init(
        appointments: any KeepAppointmentsInterface, finding: any FindAppointmentsInterface, rules: SlotRules,
        now: @escaping @Sendable () -> Moment
    ) {
        self.appointments = appointments
        self.finding = finding
        self.rules = rules
        self.now = now
    }

    /// - Throws: an ``AppointmentsProblem``, and the appointment is as it was.
    public func execute(_ move: MoveDomainModel, for visitor: VisitorDomainModel) async throws -> AppointmentDomainModel {
        let now: Moment = now()
        let present: AppointmentDomainModel = try await finding.appointment(move.appointment)
        try Self.check(present, visitor, now)
        let clinic: String = move.clinic ?? present.slot.clinic
        let practitioner: String = move.practitioner ?? present.slot.practitioner
        let slot: SlotDomainModel = try rules.slot(clinic: clinic, practitioner: practitioner, start: move.start, at: now)
        // Checked again where it changes: somebody else may have cancelled it in between.
        return try await appointments.move(move.appointment, to: slot, at: now) { try Self.check($0, visitor, now) }
    }

    private static func check(_ appointment: AppointmentDomainModel, _ visitor: VisitorDomainModel, _ now: Moment) throws {
        // As for an id that nobody has: else who tries ids learns which there are.
        guard visitor.maySee(patient: appointment.patient) else { throw AppointmentsProblem.unknownAppointment(appointment.id) }
        guard appointment.status == .booked else { throw AppointmentsProblem.cancelled(appointment: appointment.id) }
        guard appointment.slot.start > now else { throw AppointmentsProblem.past(appointment.slot.start) }
    }
}
