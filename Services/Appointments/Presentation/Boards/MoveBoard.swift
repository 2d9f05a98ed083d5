public import AppointmentsDomain
import AppointmentsIO

/// `move`: takes another slot instead.
public struct MoveBoard: Sendable {
    private let useCase: MoveAppointmentUseCase
    private let visitors: Visitors

    public init(useCase: MoveAppointmentUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: Move) async throws -> Appointment {
        let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
        guard let start: Moment = Moment(exactly: input.start) else {
            throw AppointmentsRefusal.unknownSlot(clinic: input.clinic ?? "", practitioner: input.practitioner ?? "", start: input.start)
        }
        let move: MoveDomainModel = MoveDomainModel(
            appointment: input.appointment.uuidString, clinic: input.clinic, practitioner: input.practitioner, start: start)
        return try Appointment(await refusing { try await useCase.execute(move, for: visitor) })
    }
}
