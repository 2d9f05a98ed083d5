import AppointmentsDomain
public import ColonnadeContract
import GRDB

/// Makes and changes appointments. What has returned is on disk, and followers have been told.
public struct BookingRepository: Sendable {
    /// The longest slot, in seconds: what begins earlier than this before a slot can not reach into it.
    static let longestSlot: Int64 = 480 * 60

    private let database: AppointmentsDatabase
    private let bells: NewsBells<AppointmentRepository.Scope>

    public init(_ database: AppointmentsDatabase, bells: NewsBells<AppointmentRepository.Scope>) {
        self.database = database
        self.bells = bells
    }

    /// What a user booked with a key; nil where nothing.
    /// - Throws: ``AppointmentsProblem/keyReused(_:)`` where the content was another.
    public func booked(user: String, key: String, content: String) async throws -> AppointmentDataModel? {
        try await database.pool.read { db in try Self.booked(user: user, key: key, content: content, in: db) }
    }

    /// What a user booked with a key, whatever its content; nil where nothing.
    public func booked(user: String, key: String) async throws -> AppointmentDataModel? {
        try await database.pool.read { db in try Self.kept(user: user, key: key, in: db)?.appointment }
    }

    /// Keeps a booking; one with a key that was used already is given as it is.
    /// - Throws: ``AppointmentsProblem/keyReused(_:)``, ``AppointmentsProblem/taken(_:)``.
    public func book(_ booking: BookingDataModel) async throws -> AppointmentDataModel {
        let answer: AppointmentDataModel = try await database.commits.write { db in
            if let earlier: AppointmentDataModel = try Self.booked(
                user: booking.user, key: booking.key, content: booking.content, in: db)
            {
                return earlier
            }
            try Self.checkFree(booking.slot, except: 0, in: db)
            return try Self.insert(booking, in: db)
        }
        tell(of: answer)
        return answer
    }

    /// Moves an appointment; one that is there already stays as it is.
    /// - Parameter check: on the appointment as it is; nothing changes where it throws.
    /// - Throws: ``AppointmentsProblem/unknownAppointment(_:)``, ``AppointmentsProblem/taken(_:)``, what `check` throws.
    public func move(
        _ id: String, to slot: SlotDataModel, now: Int64, check: @escaping @Sendable (AppointmentDataModel) throws -> Void
    ) async throws -> AppointmentDataModel {
        let (answer, former): (AppointmentDataModel, String) = try await database.commits.write { db in
            let present: AppointmentDataModel = try Self.present(id, in: db)
            try check(present)
            guard (present.clinic, present.practitioner, present.start) != (slot.clinic, slot.practitioner, slot.start) else {
                return (present, present.clinic)
            }
            try Self.checkFree(slot, except: present.number, in: db)
            try db.cachedStatement(
                sql: """
                    UPDATE appointment SET clinic = ?, practitioner = ?, start = ?, end = ?, sequence = sequence + 1, changed = ?
                    WHERE number = ?
                    """
            ).execute(arguments: [slot.clinic, slot.practitioner, slot.start, slot.end, now, present.number])
            return (try Self.record(.moved, of: id, from: present.clinic, in: db), present.clinic)
        }
        tell(of: answer, from: former)
        return answer
    }

    /// Cancels an appointment; one that is cancelled stays as it is.
    /// - Parameter check: as for a move.
    /// - Throws: ``AppointmentsProblem/unknownAppointment(_:)``, what `check` throws.
    public func cancel(
        _ id: String, now: Int64, check: @escaping @Sendable (AppointmentDataModel) throws -> Void
    ) async throws -> AppointmentDataModel {
        let answer: AppointmentDataModel = try await database.commits.write { db in
            let present: AppointmentDataModel = try Self.present(id, in: db)
            try check(present)
            guard present.isBooked else { return present }
            try db.cachedStatement(
                sql: "UPDATE appointment SET isBooked = 0, sequence = sequence + 1, changed = ? WHERE number = ?"
            ).execute(arguments: [now, present.number])
            return try Self.record(.cancelled, of: id, from: nil, in: db)
        }
        tell(of: answer)
        return answer
    }

    /// Wakes those who follow the appointment's patient, its clinic, the one where it was, or all.
    private func tell(of appointment: AppointmentDataModel, from former: String? = nil) {
        bells.ring(.patient(appointment.patient))
        bells.ring(.clinic(appointment.clinic))
        if let former, former != appointment.clinic { bells.ring(.clinic(former)) }
        bells.ring(.all)
    }

    private static func booked(user: String, key: String, content: String, in db: Database) throws -> AppointmentDataModel? {
        guard let earlier: (appointment: AppointmentDataModel, content: String) = try kept(user: user, key: key, in: db) else { return nil }
        guard earlier.content == content else { throw AppointmentsProblem.keyReused(key) }
        return earlier.appointment
    }

    private static func kept(
        user: String, key: String, in db: Database
    ) throws -> (appointment: AppointmentDataModel, content: String)? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(AppointmentDataModel.columns), content FROM appointment WHERE user = ? AND key = ?"),
            arguments: [user, key]
        ).map { (AppointmentDataModel($0), $0["content"]) }
    }

    private static func present(_ id: String, in db: Database) throws -> AppointmentDataModel {
        let row: Row? = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(AppointmentDataModel.columns) FROM appointment WHERE id = ?"), arguments: [id])
        guard let row else { throw AppointmentsProblem.unknownAppointment(id) }
        return AppointmentDataModel(row)
    }

    /// The index keeps a start from being booked twice; this also keeps slots of different lengths from overlapping, where
    /// the opening hours were changed.
    private static func checkFree(_ slot: SlotDataModel, except number: Int64, in db: Database) throws {
        let row: Row? = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM appointment
                    WHERE practitioner = ? AND start > ? AND start < ? AND isBooked AND end > ? AND number <> ?
                    """),
            arguments: [slot.practitioner, slot.start - longestSlot, slot.end, slot.start, number])
        guard row == nil else {
            throw AppointmentsProblem.taken(
                SlotDomainModel(
                    clinic: slot.clinic, practitioner: slot.practitioner, start: Moment(seconds: slot.start),
                    end: Moment(seconds: slot.end)))
        }
    }

    private static func insert(_ booking: BookingDataModel, in db: Database) throws -> AppointmentDataModel {
        let slot: SlotDataModel = booking.slot
        try db.cachedStatement(
            sql: """
                INSERT INTO appointment (
                    id, user, key, content, patient, clinic, practitioner, start, end, reason, isBooked, sequence, created, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, ?, ?)
                """
        ).execute(arguments: [
            booking.id, booking.user, booking.key, booking.content, booking.patient, slot.clinic, slot.practitioner, slot.start, slot.end,
            booking.reason, booking.now, booking.now,
        ])
        return try record(.booked, of: booking.id, from: nil, in: db)
    }

    /// Writes down what has happened to an appointment, and gives it as it is now.
    private static func record(
        _ kind: EventDataModel.Kind, of id: String, from clinic: String?, in db: Database
    ) throws -> AppointmentDataModel {
        let now: AppointmentDataModel = try present(id, in: db)
        try db.cachedStatement(
            sql: """
                INSERT INTO event (kind, appointment, patient, clinic, formerClinic, practitioner, start, end, sequence, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            kind.rawValue, now.number, now.patient, now.clinic, clinic == now.clinic ? nil : clinic, now.practitioner, now.start, now.end,
            now.sequence, now.changed,
        ])
        return now
    }
}
