import ColonnadeContract

/// What a launcher may set for appointments.
public struct AppointmentsConfiguration: Configuration, Hashable, Sendable {
    /// The clinics that take appointments, at most 100.
    public let clinics: [ClinicConfiguration]
    /// How many days ahead may be booked, 1 to 1000; 365 where not given.
    public let bookingDays: Int?

    public init(clinics: [ClinicConfiguration] = [], bookingDays: Int? = nil) {
        self.clinics = clinics
        self.bookingDays = bookingDays
    }
}

/// A clinic, and when it takes appointments.
public struct ClinicConfiguration: Hashable, Sendable {
    /// Stays the same for as long as there are appointments at the clinic.
    public let id: String
    /// What people call it.
    public let name: String
    /// What `maps` finds the clinic by; nil where it need not be found.
    public let place: String?
    /// An IANA time zone: `America/New_York`.
    public let timeZone: String
    /// When it is open, by its own clock.
    public let hours: [OpeningHours]
    /// How long an appointment takes, 5 to 480.
    public let slotMinutes: Int
    /// At most 100.
    public let practitioners: [PractitionerConfiguration]

    public init(
        id: String, name: String, place: String? = nil, timeZone: String, hours: [OpeningHours], slotMinutes: Int,
        practitioners: [PractitionerConfiguration]
    ) {
        self.id = id
        self.name = name
        self.place = place
        self.timeZone = timeZone
        self.hours = hours
        self.slotMinutes = slotMinutes
        self.practitioners = practitioners
    }
}

/// Days on which a clinic is open at the same time. Several may be given for a day, as long as they do not overlap.
public struct OpeningHours: Hashable, Sendable {
    /// Those with these hours.
    public let days: [Weekday]
    /// `08:00`
    public let from: String
    /// `12:30`; `24:00` is midnight.
    public let until: String

    public init(days: [Weekday], from: String, until: String) {
        self.days = days
        self.from = from
        self.until = until
    }
}

/// A day of the week.
public enum Weekday: Hashable, Sendable {
    /// By the clinic's own calendar.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

/// Somebody whom patients see. The same id in two clinics is the same person.
public struct PractitionerConfiguration: Hashable, Sendable {
    /// Stays the same for as long as they have appointments.
    public let id: String
    /// What people call them.
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
