public import AppointmentsDomain
import AppointmentsIO

/// `cancel`: gives a slot back.
public struct CancelBoard: Sendable {
    private let useCase: CancelAppointmentUseCase
    private let visitors: Visitors

    public init(useCase: CancelAppointmentUseCase, visitors: Visitors) {
        self.useCase = useCase
        self.visitors = visitors
    }

    func activate(with input: Cancellation) async throws -> Appointment {
        let visitor: VisitorDomainModel = try await visitors.visitor(minorSession: input.minorSession)
        return try Appointment(await refusing { try await useCase.execute(input.appointment.uuidString, for: visitor) })
    }
}
