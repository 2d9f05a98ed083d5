public import AppointmentsDomain
import AppointmentsIO

/// `book`: takes a slot.
public struct BookBoard: Sendable {
    private let useCase: BookAppointmentUseCase
    private let visitors: Visitors

    public init(useCase: BookAppointmentUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: Booking) async throws -> Appointment {
        let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
        guard let start: Moment = Moment(exactly: input.start) else {
            throw AppointmentsRefusal.unknownSlot(clinic: input.clinic, practitioner: input.practitioner, start: input.start)
        }
        let booking: BookingDomainModel = BookingDomainModel(
            key: input.key.uuidString, patient: input.patient, clinic: input.clinic, practitioner: input.practitioner, start: start,
            reason: input.reason)
        return try Appointment(await refusing { try await useCase.execute(booking, for: visitor) })
    }
}
