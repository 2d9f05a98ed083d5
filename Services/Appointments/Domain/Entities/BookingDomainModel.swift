/// A booking that somebody wants to make.
public struct BookingDomainModel: Hashable, Sendable {
    /// The most bytes of an id and of a reason.
    public static let idLimit: Int = 64
    public static let reasonLimit: Int = 500

    /// Unique among what the user books; drawn by the caller.
    public let key: String
    public let patient: String
    public let clinic: String
    public let practitioner: String
    public let start: Moment
    public let reason: String?

    public init(key: String, patient: String, clinic: String, practitioner: String, start: Moment, reason: String? = nil) {
        self.key = key
        self.patient = patient
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.reason = reason
    }

    /// - Throws: ``AppointmentsProblem/invalidText(field:limit:)``.
    func checkTexts() throws(AppointmentsProblem) {
        for (field, text): (String, String) in [("patient", patient), ("clinic", clinic), ("practitioner", practitioner)] {
            guard 1...Self.idLimit ~= text.utf8.count, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw .invalidText(field: field, limit: Self.idLimit)
            }
        }
        guard let reason else { return }
        let isPlain: Bool = reason.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) }
        guard 1...Self.reasonLimit ~= reason.utf8.count, isPlain else {
            throw .invalidText(field: "reason", limit: Self.reasonLimit)
        }
    }
}

/// Where an appointment is to be moved.
public struct MoveDomainModel: Hashable, Sendable {
    public let appointment: String
    public let clinic: String?
    public let practitioner: String?
    public let start: Moment

    public init(appointment: String, clinic: String? = nil, practitioner: String? = nil, start: Moment) {
        self.appointment = appointment
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
    }
}
