/// Somebody watches what happens to appointments.
public struct FollowAppointmentsUseCase: Sendable {
    private let appointments: any FindAppointmentsInterface
    private let clinics: any FindClinicsInterface

    public init(appointments: any FindAppointmentsInterface, clinics: any FindClinicsInterface) {
        self.appointments = appointments
        self.clinics = clinics
    }

    /// What happens after the cursor, in batches; it does not end by itself.
    /// - Throws: an ``AppointmentsProblem``.
    public func execute(
        _ scope: FollowScopeDomainModel, after cursor: String?, for visitor: VisitorDomainModel
    ) async throws -> any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable {
        switch scope {
        case .patient(let patient): try visitor.requireSight(of: patient)
        case .clinic(let clinic):
            try visitor.requireStaff()
            _ = try clinics.clinic(clinic)
        case .all: try visitor.requireStaff()
        }
        return try await appointments.news(of: scope, after: cursor)
    }
}
