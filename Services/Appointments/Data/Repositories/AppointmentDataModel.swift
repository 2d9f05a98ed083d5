import GRDB

/// An appointment as it is kept. Times are seconds since 1970.
public struct AppointmentDataModel: Hashable, Sendable {
    static let columns: String =
        "appointment.number, id, appointment.patient, appointment.clinic, appointment.practitioner, appointment.start, "
        + "appointment.end, reason, isBooked, appointment.sequence, created, appointment.changed"

    /// Later appointments have greater ones.
    public let number: Int64
    public let id: String
    public let patient: String
    public let clinic: String
    public let practitioner: String
    public let start: Int64
    public let end: Int64
    public let reason: String?
    public let isBooked: Bool
    public let sequence: Int
    public let created: Int64
    public let changed: Int64

    /// - Parameter row: with ``columns``.
    init(_ row: Row) {
        number = row[0]
        id = row[1]
        patient = row[2]
        clinic = row[3]
        practitioner = row[4]
        start = row[5]
        end = row[6]
        reason = row[7]
        isBooked = row[8]
        sequence = row[9]
        created = row[10]
        changed = row[11]
    }
}

/// A slot to be taken. Times are seconds since 1970.
public struct SlotDataModel: Hashable, Sendable {
    public let clinic: String
    public let practitioner: String
    public let start: Int64
    public let end: Int64

    public init(clinic: String, practitioner: String, start: Int64, end: Int64) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.end = end
    }
}

/// A booking to be kept.
public struct BookingDataModel: Hashable, Sendable {
    /// The id that the appointment gets where it is new.
    public let id: String
    public let user: String
    /// Unique among the user's bookings.
    public let key: String
    /// Everything that the key stands for.
    public let content: String
    public let patient: String
    public let slot: SlotDataModel
    public let reason: String?
    public let now: Int64

    public init(
        id: String, user: String, key: String, content: String, patient: String, slot: SlotDataModel, reason: String?, now: Int64
    ) {
        self.id = id
        self.user = user
        self.key = key
        self.content = content
        self.patient = patient
        self.slot = slot
        self.reason = reason
        self.now = now
    }
}

/// Something that happened to an appointment, which is as it was then.
public struct EventDataModel: Hashable, Sendable {
    public enum Kind: Int, Sendable {
        case booked = 1
        case moved = 2
        case cancelled = 3
    }

    public let number: Int64
    public let kind: Kind
    public let id: String
    public let patient: String
    public let reason: String?
    public let slot: SlotDataModel
    public let sequence: Int
    public let created: Int64
    public let changed: Int64
}
