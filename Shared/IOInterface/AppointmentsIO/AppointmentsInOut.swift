import ColonnadeContract
import ColonnadeSystemIO

/// Appointments at the clinics: free slots, bookings, and the calendar of a patient.
///
/// Who may: patients for themselves, a guardian for a minor with the minor's session in the Input, staff for everybody.
public protocol AppointmentsInterface: Interface where Refused == AppointmentsRefusal {
    /// The clinics, and which of their slots are free. Needs no session: it says nothing about patients.
    func slots(_ input: SlotsRequest) async throws(Failure) -> SlotsPage

    /// Books a slot. Once it has answered, the booking is on disk; the same key with the same content answers again with
    /// the same appointment.
    func book(_ input: Booking) async throws(Failure) -> Appointment

    /// Moves an appointment to another slot: the old one is free and the new one taken, or nothing has changed.
    func move(_ input: Move) async throws(Failure) -> Appointment

    /// Cancels an appointment, so that its slot is free again. Cancelling twice is cancelling once.
    func cancel(_ input: Cancellation) async throws(Failure) -> Appointment

    /// One page of a patient's appointments, or of a clinic's day (staff only), the earliest first, cancelled ones included.
    func list(_ input: ListRequest) async throws(Failure) -> AppointmentsPage

    /// What happens to appointments: first what came after the cursor, then news as they come, until the caller leaves.
    func follow(_ input: FollowAppointments) -> Outputs<AppointmentNews>

    /// A patient's appointments as an iCalendar object (RFC 5545), for any calendar program.
    func exportCalendar(_ input: CalendarRequest) async throws(Failure) -> CalendarExport

    /// A patient's appointments, live. Its routes are ``AppointmentListRoute``.
    func appointmentListScreen(_ input: ListScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// The booking of one appointment: a clinic, a time, a confirmation. Its routes are ``BookingRoute``; done once it is booked.
    func bookingScreen(_ input: BookingScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// One appointment, live, which can be moved and cancelled. Its routes are ``AppointmentRoute``.
    func appointmentScreen(_ input: AppointmentScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// A clinic's appointments of today, live, for the front desk. For staff. Its routes are ``TodayRoute``.
    func todayScreen(_ input: TodayScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
}

// MARK: - Slots

/// Which free slots are wanted.
public struct SlotsRequest: Idempotent, Hashable, Sendable {
    /// Only of this clinic; nil for all.
    public let clinic: String?
    /// Only with this practitioner.
    public let practitioner: String?
    /// Only slots that begin at this time or later; slots in the past are never given.
    public let from: Date
    /// Only slots that begin before this time, at most 31 days after ``from``.
    public let until: Date
    /// Slots in a page, 1 to 500; 100 where not given.
    public let pageSize: Int?
    /// ``SlotsPage/next`` of the page before; nil for the first page.
    public let cursor: String?

    public init(
        clinic: String? = nil, practitioner: String? = nil, from: Date, until: Date, pageSize: Int? = nil, cursor: String? = nil
    ) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.from = from
        self.until = until
        self.pageSize = pageSize
        self.cursor = cursor
    }
}

/// One page of free slots.
public struct SlotsPage: Hashable, Sendable {
    /// The clinics that were asked for.
    public let clinics: [Clinic]
    /// The earliest first.
    public let slots: [Slot]
    /// The cursor of the next page; nil on the last page.
    public let next: String?

    public init(clinics: [Clinic], slots: [Slot], next: String? = nil) {
        self.clinics = clinics
        self.slots = slots
        self.next = next
    }
}

/// A clinic that takes appointments.
public struct Clinic: Hashable, Sendable {
    /// By which bookings and slots name it.
    public let id: String
    /// What people call it.
    public let name: String
    /// The IANA time zone of its opening hours: `America/New_York`.
    public let timeZone: String
    /// Those who see patients here.
    public let practitioners: [Practitioner]
    /// Where it is, as `maps` knows it; nil while maps has not said.
    public let place: ClinicPlace?

    public init(id: String, name: String, timeZone: String, practitioners: [Practitioner], place: ClinicPlace? = nil) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
        self.practitioners = practitioners
        self.place = place
    }
}

/// Somebody whom patients see. The same id in two clinics is the same person.
public struct Practitioner: Hashable, Sendable {
    /// By which bookings and slots name them.
    public let id: String
    /// What people call them.
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// Where a clinic is, as `maps` knows it.
public struct ClinicPlace: Hashable, Sendable {
    /// The place's id in `maps`.
    public let id: String
    /// One line: street, postal code and city, region.
    public let address: String
    /// Degrees, -90 to 90.
    public let latitude: Double
    /// Degrees, -180 to 180.
    public let longitude: Double

    public init(id: String, address: String, latitude: Double, longitude: Double) {
        self.id = id
        self.address = address
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A time with a practitioner at a clinic.
public struct Slot: Hashable, Sendable {
    /// The id of a ``Clinic``.
    public let clinic: String
    /// The id of a ``Practitioner``.
    public let practitioner: String
    /// When it begins; a booking names it by this.
    public let start: Date
    /// When it ends.
    public let end: Date

    public init(clinic: String, practitioner: String, start: Date, end: Date) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.end = end
    }
}

// MARK: - Appointments

/// A booking to be made.
public struct Booking: Idempotent, Hashable, Sendable {
    /// Drawn by the caller, once for each booking that it means to make; sent again, it is the same booking.
    public let key: UUID
    /// The `id` of the Patient resource.
    public let patient: String
    /// The id of a ``Clinic``.
    public let clinic: String
    /// The id of a ``Practitioner`` of that clinic.
    public let practitioner: String
    /// When the slot begins.
    public let start: Date
    /// Why the patient comes, in at most 500 bytes.
    public let reason: String?
    /// The session of the minor for whom a guardian books.
    public let minorSession: String?

    public init(
        key: UUID, patient: String, clinic: String, practitioner: String, start: Date, reason: String? = nil,
        minorSession: String? = nil
    ) {
        self.key = key
        self.patient = patient
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.reason = reason
        self.minorSession = minorSession
    }
}

/// What became of an appointment.
public enum AppointmentStatus: Hashable, Sendable {
    /// The slot is held for the patient.
    case booked
    /// The slot is free again.
    case cancelled
    case unknown(Unrecognized)
}

/// An appointment as it is now.
public struct Appointment: Hashable, Sendable {
    /// Stays the same when it is moved.
    public let id: UUID
    /// The `id` of the Patient resource.
    public let patient: String
    /// The id of a ``Clinic``.
    public let clinic: String
    /// The id of a ``Practitioner``.
    public let practitioner: String
    /// When it begins.
    public let start: Date
    /// When it ends.
    public let end: Date
    /// Why the patient comes; nil where the booking did not say.
    public let reason: String?
    /// Whether it still stands.
    public let status: AppointmentStatus
    /// How often it was moved or cancelled; the SEQUENCE of its calendar entry.
    public let sequence: Int

    public init(
        id: UUID, patient: String, clinic: String, practitioner: String, start: Date, end: Date, reason: String? = nil,
        status: AppointmentStatus, sequence: Int
    ) {
        self.id = id
        self.patient = patient
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.end = end
        self.reason = reason
        self.status = status
        self.sequence = sequence
    }
}

/// Where an appointment is to be moved.
public struct Move: Idempotent, Hashable, Sendable {
    /// The id of an ``Appointment``.
    public let appointment: UUID
    /// The clinic of the new slot; nil where it stays the same.
    public let clinic: String?
    /// The practitioner of the new slot; nil where it stays the same.
    public let practitioner: String?
    /// When the new slot begins.
    public let start: Date
    /// The session of the minor for whom a guardian moves it.
    public let minorSession: String?

    public init(appointment: UUID, clinic: String? = nil, practitioner: String? = nil, start: Date, minorSession: String? = nil) {
        self.appointment = appointment
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.minorSession = minorSession
    }
}

/// Which appointment is to be cancelled.
public struct Cancellation: Idempotent, Hashable, Sendable {
    /// The id of an ``Appointment``.
    public let appointment: UUID
    /// The session of the minor for whom a guardian cancels it.
    public let minorSession: String?

    public init(appointment: UUID, minorSession: String? = nil) {
        self.appointment = appointment
        self.minorSession = minorSession
    }
}

// MARK: - Lists

/// Whose appointments are wanted.
public enum ListScope: Hashable, Sendable {
    /// Those of the patient with this `id`.
    case patient(String)
    /// Those of a clinic on one of its days, `2026-03-29`. For staff.
    case clinicDay(clinic: String, day: String)
}

/// Which appointments are wanted.
public struct ListRequest: Idempotent, Hashable, Sendable {
    /// Whose.
    public let scope: ListScope
    /// Only those that begin at this time or later.
    public let from: Date?
    /// Appointments in a page, 1 to 200; 50 where not given.
    public let pageSize: Int?
    /// ``AppointmentsPage/next`` of the page before; nil for the first page.
    public let cursor: String?
    /// The session of the minor whose appointments a guardian wants to see.
    public let minorSession: String?

    public init(scope: ListScope, from: Date? = nil, pageSize: Int? = nil, cursor: String? = nil, minorSession: String? = nil) {
        self.scope = scope
        self.from = from
        self.pageSize = pageSize
        self.cursor = cursor
        self.minorSession = minorSession
    }
}

/// One page of appointments.
public struct AppointmentsPage: Hashable, Sendable {
    /// The earliest first.
    public let appointments: [Appointment]
    /// The cursor of the next page; nil on the last page.
    public let next: String?
    /// A cursor for `follow`: gives what happens after this page was read.
    public let follow: String

    public init(appointments: [Appointment], next: String? = nil, follow: String) {
        self.appointments = appointments
        self.next = next
        self.follow = follow
    }
}

// MARK: - Follow

/// Whose news are wanted.
public enum FollowScope: Hashable, Sendable {
    /// Those of the patient with this `id`.
    case patient(String)
    /// Those of a clinic. For staff.
    case clinic(String)
    /// Everybody's. For staff.
    case all
}

/// Which news are wanted.
public struct FollowAppointments: Idempotent, Hashable, Sendable {
    /// Whose.
    public let scope: FollowScope
    /// Where to go on: a cursor from an earlier ``AppointmentNews`` or from ``AppointmentsPage/follow``. Nil means from now on.
    public let cursor: String?
    /// The session of the minor whom a guardian follows.
    public let minorSession: String?

    public init(scope: FollowScope, cursor: String? = nil, minorSession: String? = nil) {
        self.scope = scope
        self.cursor = cursor
        self.minorSession = minorSession
    }
}

/// What a follower is told, each with the cursor to go on from; appointments are as they were then.
public enum AppointmentNews: Hashable, Sendable {
    /// The first output: what happens from here on will be told.
    case following(cursor: String)
    /// It was made.
    case booked(appointment: Appointment, cursor: String)
    /// It is at another time or place.
    case moved(appointment: Appointment, cursor: String)
    /// Its slot is free again.
    case cancelled(appointment: Appointment, cursor: String)
    case unknown(Unrecognized)
}

// MARK: - Calendar

/// Whose calendar is wanted.
public struct CalendarRequest: Idempotent, Hashable, Sendable {
    /// The `id` of the Patient resource.
    public let patient: String
    /// Only appointments that begin at this time or later; those of the last 90 days and after where not given.
    public let from: Date?
    /// The session of the minor whose calendar a guardian wants.
    public let minorSession: String?
    /// Only this appointment of the patient, whenever it is; nil for all.
    public let appointment: UUID?

    public init(patient: String, from: Date? = nil, minorSession: String? = nil, appointment: UUID? = nil) {
        self.patient = patient
        self.from = from
        self.minorSession = minorSession
        self.appointment = appointment
    }
}

/// A calendar.
public struct CalendarExport: Hashable, Sendable {
    /// An iCalendar object, `text/calendar; charset=utf-8`.
    public let text: String
    /// Appointments in it: the first 500.
    public let count: Int
    /// Whether all appointments that were asked for are in it.
    public let isComplete: Bool

    public init(text: String, count: Int, isComplete: Bool) {
        self.text = text
        self.count = count
        self.isComplete = isComplete
    }
}

// MARK: - Screens

/// Whose appointments the list shows.
public struct ListScreenInput: Hashable, Sendable {
    /// The `id` of the Patient resource; nil for the session's own.
    public let patient: String?
    /// The session of the minor whose appointments a guardian looks at.
    public let minorSession: String?

    public init(patient: String? = nil, minorSession: String? = nil) {
        self.patient = patient
        self.minorSession = minorSession
    }
}

/// What has happened on the list of appointments.
public enum AppointmentListRoute: Hashable, Sendable {
    /// One was chosen, by its ``Appointment/id``.
    case appointmentChosen(id: UUID)
    /// Another one is to be booked for the patient.
    case bookingWanted(patient: String)
    /// The patient's calendar is wanted as a file: `exportCalendar` gives it.
    case calendarWanted(patient: String)
    case unknown(Unrecognized)
}

/// With what a booking begins.
public struct BookingScreenInput: Hashable, Sendable {
    /// Drawn by the caller, once for each booking that is to be made; opened again with it, the screen goes on with the same booking.
    public let key: UUID
    /// The `id` of the Patient resource; nil for the session's own.
    public let patient: String?
    /// The id of a ``Clinic`` that is chosen already.
    public let clinic: String?
    /// The id of a ``Practitioner`` of that clinic who is chosen already.
    public let practitioner: String?
    /// The nearest clinics to this come first.
    public let near: BookingPlace?
    /// The session of the minor for whom a guardian books.
    public let minorSession: String?

    public init(
        key: UUID, patient: String? = nil, clinic: String? = nil, practitioner: String? = nil, near: BookingPlace? = nil,
        minorSession: String? = nil
    ) {
        self.key = key
        self.patient = patient
        self.clinic = clinic
        self.practitioner = practitioner
        self.near = near
        self.minorSession = minorSession
    }
}

/// A place that somebody has picked.
public struct BookingPlace: Hashable, Sendable {
    /// What people call it, in at most 200 bytes.
    public let name: String
    /// Degrees, -90 to 90.
    public let latitude: Double
    /// Degrees, -180 to 180.
    public let longitude: Double

    public init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// What has happened on the screen of a booking.
public enum BookingRoute: Hashable, Sendable {
    /// It was made, now or by the same key before.
    case booked(Appointment)
    /// A place is to be picked; the screen is opened again with it.
    case placeWanted
    case unknown(Unrecognized)
}

/// Which appointment is shown.
public struct AppointmentScreenInput: Hashable, Sendable {
    /// The id of an ``Appointment``.
    public let id: UUID
    /// The session of the minor whose it is, for a guardian.
    public let minorSession: String?

    public init(id: UUID, minorSession: String? = nil) {
        self.id = id
        self.minorSession = minorSession
    }
}

/// What has happened on the screen of an appointment.
public enum AppointmentRoute: Hashable, Sendable {
    /// The appointment is wanted as a file: `exportCalendar` gives it.
    case calendarWanted(patient: String, appointment: UUID)
    /// The clinic's place was chosen, by its id in `maps`.
    case placeChosen(id: String)
    /// Another one is to be booked for the patient.
    case bookingWanted(patient: String)
    case unknown(Unrecognized)
}

/// Which clinic's day is shown.
public struct TodayScreenInput: Hashable, Sendable {
    /// The id of a ``Clinic``; nil for the first.
    public let clinic: String?

    public init(clinic: String? = nil) {
        self.clinic = clinic
    }
}

/// What has happened on the screen of a clinic's day.
public enum TodayRoute: Hashable, Sendable {
    /// One was chosen, by its ``Appointment/id``.
    case appointmentChosen(id: UUID)
    case unknown(Unrecognized)
}

// MARK: - Refusals

/// What the deep links of appointments lead to. A patient is nil for who is signed in.
public enum AppointmentsLink: Hashable, Sendable {
    /// A patient's appointments.
    case list(patient: String?)
    /// Booking one.
    case book(patient: String?)
    /// What a clinic has today; nil for the first clinic.
    case today(clinic: String?)
    /// One appointment.
    case appointment(id: UUID)
    case unknown(Unrecognized)
}

/// Why appointments refuses; nothing has changed then.
public enum AppointmentsRefusal: Refusal, Hashable {
    /// The board needs a session, and what came is none, or none that counts.
    case sessionNeeded(reason: String)
    /// The session is good, and may not do this.
    case notAllowed(reason: String)
    /// The appointment is of a patient whom the session may not see. No longer sent: such an appointment is as one that nobody has.
    case somebodyElses(appointment: UUID)
    /// No clinic has this id.
    case unknownClinic(clinic: String)
    /// Nobody at the clinic has this id.
    case unknownPractitioner(practitioner: String)
    /// There is no such slot: the clinic is closed then, or the slot begins at another time, or it is too far ahead.
    case unknownSlot(clinic: String, practitioner: String, start: Date)
    /// No appointment that the session may see has this id.
    case unknownAppointment(appointment: UUID)
    /// The slot, or the appointment, has begun already.
    case past(start: Date)
    /// Somebody else has the slot.
    case taken(clinic: String, practitioner: String, start: Date)
    /// The key was used for a booking with other content.
    case keyReused(key: UUID)
    /// A cancelled appointment can not be moved.
    case cancelled(appointment: UUID)
    /// More days than may be asked for at once.
    case rangeTooLong(days: Int, limit: Int)
    /// The range ends before it begins.
    case emptyRange
    /// A page has this many entries at least and at most.
    case invalidPageSize(pageSize: Int, smallest: Int, largest: Int)
    /// The cursor is none that this board gave.
    case invalidCursor(cursor: String)
    /// No date of the form `2026-03-29`.
    case invalidDay(day: String)
    /// The text is empty, too long, or holds control characters.
    case invalidText(field: String, limit: Int)
}
