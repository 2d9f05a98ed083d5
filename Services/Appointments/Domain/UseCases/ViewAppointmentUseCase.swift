/// Somebody looks at one appointment.
public struct ViewAppointmentUseCase: Sendable {
    private let appointments: any FindAppointmentsInterface

    public init(appointments: any FindAppointmentsInterface) {
        self.appointments = appointments
    }

    /// - Throws: ``AppointmentsProblem/unknownAppointment(_:)``.
    public func execute(_ id: String, for visitor: VisitorDomainModel) async throws -> AppointmentDomainModel {
        let found: AppointmentDomainModel = try await appointments.appointment(id)
        // As for an id that nobody has: else who tries ids learns which there are.
        guard visitor.maySee(patient: found.patient) else { throw AppointmentsProblem.unknownAppointment(id) }
        return found
    }
}
