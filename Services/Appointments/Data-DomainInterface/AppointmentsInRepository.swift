public import AppointmentsData
public import AppointmentsDomain

/// Makes and changes appointments in the repository.
public struct AppointmentsInRepository: KeepAppointmentsInterface {
    private let repository: BookingRepository
    private let newID: @Sendable () -> String

    /// - Parameter newID: gives an id that nobody has used.
    public init(_ repository: BookingRepository, newID: @escaping @Sendable () -> String) {
        self.repository = repository
        self.newID = newID
    }

    public func earlier(_ booking: BookingDomainModel, by user: String) async throws -> AppointmentDomainModel? {
        try await repository.booked(user: user, key: booking.key, content: booking.content).map(AppointmentDomainModel.init)
    }

    public func booked(key: String, by user: String) async throws -> AppointmentDomainModel? {
        try await repository.booked(user: user, key: key).map(AppointmentDomainModel.init)
    }

    public func book(
        _ booking: BookingDomainModel, slot: SlotDomainModel, by user: String, at now: Moment
    ) async throws -> AppointmentDomainModel {
        AppointmentDomainModel(
            try await repository.book(
                BookingDataModel(
                    id: newID(), user: user, key: booking.key, content: booking.content, patient: booking.patient,
                    slot: SlotDataModel(slot), reason: booking.reason, now: now.seconds)))
    }

    public func move(
        _ id: String, to slot: SlotDomainModel, at now: Moment, check: @escaping @Sendable (AppointmentDomainModel) throws -> Void
    ) async throws -> AppointmentDomainModel {
        AppointmentDomainModel(
            try await repository.move(id, to: SlotDataModel(slot), now: now.seconds) { try check(AppointmentDomainModel($0)) })
    }

    public func cancel(
        _ id: String, at now: Moment, check: @escaping @Sendable (AppointmentDomainModel) throws -> Void
    ) async throws -> AppointmentDomainModel {
        AppointmentDomainModel(try await repository.cancel(id, now: now.seconds) { try check(AppointmentDomainModel($0)) })
    }
}
