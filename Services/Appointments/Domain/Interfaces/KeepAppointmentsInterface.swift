/// Makes and changes appointments. What has returned is on disk.
public protocol KeepAppointmentsInterface: Sendable {
    /// What the user made with this key before; nil where it is new.
    /// - Throws: ``AppointmentsProblem/keyReused(_:)`` where the content was another.
    func earlier(_ booking: BookingDomainModel, by user: String) async throws -> AppointmentDomainModel?

    /// What the user made with this key, whatever its content; nil where it is new.
    func booked(key: String, by user: String) async throws -> AppointmentDomainModel?

    /// Books a slot, or gives what was made with the same key.
    /// - Throws: ``AppointmentsProblem/taken(_:)``, ``AppointmentsProblem/keyReused(_:)``.
    func book(_ booking: BookingDomainModel, slot: SlotDomainModel, by user: String, at now: Moment) async throws -> AppointmentDomainModel

    /// Moves an appointment to another slot, all or nothing.
    /// - Parameter check: runs in the same transaction on the appointment as it is then; nothing changes where it throws.
    /// - Throws: ``AppointmentsProblem/taken(_:)``, ``AppointmentsProblem/unknownAppointment(_:)``, what `check` throws.
    func move(
        _ id: String, to slot: SlotDomainModel, at now: Moment, check: @escaping @Sendable (AppointmentDomainModel) throws -> Void
    ) async throws -> AppointmentDomainModel

    /// Cancels an appointment; one that is cancelled stays as it is.
    /// - Parameter check: as for a move.
    func cancel(
        _ id: String, at now: Moment, check: @escaping @Sendable (AppointmentDomainModel) throws -> Void
    ) async throws -> AppointmentDomainModel
}
