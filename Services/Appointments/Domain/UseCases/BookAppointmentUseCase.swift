/// Somebody books a slot.
public struct BookAppointmentUseCase: Sendable {
    private let appointments: any KeepAppointmentsInterface
    private let rules: SlotRules
    private let now: @Sendable () -> Moment

    public init(appointments: any KeepAppointmentsInterface, rules: SlotRules, now: @escaping @Sendable () -> Moment) {
        self.appointments = appointments
        self.rules = rules
        self.now = now
    }

    /// - Parameter visitor: who books.
    /// - Throws: an ``AppointmentsProblem``, and nothing was booked.
    public func execute(_ booking: BookingDomainModel, for visitor: VisitorDomainModel) async throws -> AppointmentDomainModel {
        try booking.checkTexts()
        try visitor.requireSight(of: booking.patient)
        let now: Moment = now()
        let slot: SlotDomainModel
        do {
            slot = try rules.slot(clinic: booking.clinic, practitioner: booking.practitioner, start: booking.start, at: now)
        } catch {
            // Sent again, a booking has the answer that it had, also where its slot has begun or is gone by now.
            guard let earlier: AppointmentDomainModel = try await appointments.earlier(booking, by: visitor.user) else { throw error }
            return earlier
        }
        return try await appointments.book(booking, slot: slot, by: visitor.user, at: now)
    }
}
