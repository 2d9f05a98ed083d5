/// Reads appointments.
public protocol FindAppointmentsInterface: Sendable {
    /// - Throws: ``AppointmentsProblem/unknownAppointment(_:)``.
    func appointment(_ id: String) async throws -> AppointmentDomainModel

    /// The times that are booked with these practitioners and touch the range, each one's in order.
    func booked(_ practitioners: Set<String>, in range: Range<Moment>) async throws -> [String: [Range<Moment>]]

    /// A patient's appointments from a moment on, cancelled ones included, the earliest first.
    func page(ofPatient patient: String, from: Moment?, pageSize: Int, cursor: String?) async throws -> AppointmentPageDomainModel

    /// A clinic's appointments that begin within the range, cancelled ones included, the earliest first.
    func page(ofClinic clinic: String, in range: Range<Moment>, pageSize: Int, cursor: String?) async throws -> AppointmentPageDomainModel

    /// What happened after the cursor, then what happens, in batches; it does not end by itself. Nil is from now on.
    /// - Throws: ``AppointmentsProblem/invalidCursor(_:)``.
    func news(
        of scope: FollowScopeDomainModel, after cursor: String?
    ) async throws -> any AsyncSequence<[AppointmentNewsDomainModel], any Error> & Sendable
}
