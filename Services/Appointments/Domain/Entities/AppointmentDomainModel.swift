/// An appointment.
public struct AppointmentDomainModel: Hashable, Sendable {
    public enum Status: Hashable, Sendable {
        case booked
        case cancelled
    }

    /// As UUIDs are written, in capitals.
    public let id: String
    public let patient: String
    public let slot: SlotDomainModel
    public let reason: String?
    public let status: Status
    /// How often it was moved or cancelled.
    public let sequence: Int
    public let created: Moment
    public let changed: Moment

    public init(
        id: String, patient: String, slot: SlotDomainModel, reason: String?, status: Status, sequence: Int, created: Moment,
        changed: Moment
    ) {
        self.id = id
        self.patient = patient
        self.slot = slot
        self.reason = reason
        self.status = status
        self.sequence = sequence
        self.created = created
        self.changed = changed
    }
}
