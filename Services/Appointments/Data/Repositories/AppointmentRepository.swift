import GRDB

/// Reads appointments. Every question is one snapshot, and waits for no booking.
public struct AppointmentRepository: Sendable {
    /// Where a page begins: behind the appointment with this start and number.
    public struct Mark: Hashable, Sendable {
        public let start: Int64
        public let number: Int64

        public init(start: Int64, number: Int64) {
            self.start = start
            self.number = number
        }
    }

    /// Appointments in order of start, whether there are more, and the number of the last event at that time.
    public struct Page: Sendable {
        public let rows: [AppointmentDataModel]
        public let hasMore: Bool
        public let lastEvent: Int64
    }

    /// Whose appointments.
    public enum Scope: Hashable, Sendable {
        case patient(String)
        case clinic(String)
        case all
    }

    private let pool: DatabasePool

    public init(_ database: AppointmentsDatabase) {
        pool = database.pool
    }

    public func appointment(_ id: String) async throws -> AppointmentDataModel? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT \(AppointmentDataModel.columns) FROM appointment WHERE id = ?", arguments: [id])
                .map(AppointmentDataModel.init)
        }
    }

    /// What is booked with a practitioner between two times, in order.
    public func booked(practitioner: String, from: Int64, until: Int64) async throws -> [Range<Int64>] {
        let earliest: Int64 = from > .min + BookingRepository.longestSlot ? from - BookingRepository.longestSlot : .min
        return try await pool.read { db in
            let rows: [Row] = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT start, end FROM appointment
                        WHERE practitioner = ? AND start > ? AND start < ? AND isBooked AND end > ? ORDER BY start
                        """),
                arguments: [practitioner, earliest, until, from])
            return rows.map { row -> Range<Int64> in row[0]..<row[1] }
        }
    }

    /// - Parameters:
    ///   - scope: a patient or a clinic.
    ///   - from: the earliest start.
    ///   - until: what the starts are before.
    ///   - limit: how many at most.
    public func page(of scope: Scope, from: Int64, until: Int64, after mark: Mark?, limit: Int) async throws -> Page {
        let (column, value): (String, String) =
            switch scope {
            case .patient(let patient): ("patient = ?", patient)
            case .clinic(let clinic): ("clinic = ?", clinic)
            case .all: ("? = ''", "")
            }
        let sql: String = """
            SELECT \(AppointmentDataModel.columns) FROM appointment
            WHERE \(column) AND start >= ? AND start < ? AND (start, number) > (?, ?) ORDER BY start, number LIMIT ?
            """
        let mark: Mark = mark ?? Mark(start: .min, number: .min)
        return try await pool.read { db in
            // One more than wanted says whether there are more.
            let rows: [Row] = try Row.fetchAll(
                db, sql: sql, arguments: [value, from, until, mark.start, mark.number, limit + 1])
            return Page(
                rows: rows.prefix(limit).map(AppointmentDataModel.init), hasMore: rows.count > limit, lastEvent: try Self.lastEvent(in: db))
        }
    }

    /// The number of the last event; 0 where there is none.
    public func lastEvent() async throws -> Int64 {
        try await pool.read { db in try Self.lastEvent(in: db) }
    }

    /// What happened after the event with this number, in that order.
    public func events(after number: Int64, of scope: Scope, limit: Int) async throws -> [EventDataModel] {
        let (condition, values): (String, StatementArguments) =
            switch scope {
            case .patient(let patient): ("event.patient = ?", [patient])
            case .clinic(let clinic): ("(event.clinic = ? OR event.formerClinic = ?)", [clinic, clinic])
            case .all: ("TRUE", [])
            }
        let sql: String = """
            SELECT event.number, kind, id, event.patient, reason, event.clinic, event.practitioner, event.start, event.end,
                event.sequence, created, event.changed
            FROM event JOIN appointment ON appointment.number = event.appointment
            WHERE \(condition) AND event.number > ? ORDER BY event.number LIMIT ?
            """
        return try await pool.read { db in
            try Row.fetchAll(db, sql: sql, arguments: values + [number, limit]).map(EventDataModel.init)
        }
    }

    private static func lastEvent(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT MAX(number) FROM event") ?? 0
    }
}

extension EventDataModel {
    fileprivate init(_ row: Row) {
        let kind: Int = row[1]
        self.init(
            number: row[0], kind: Kind(rawValue: kind) ?? .booked, id: row[2], patient: row[3], reason: row[4],
            slot: SlotDataModel(clinic: row[5], practitioner: row[6], start: row[7], end: row[8]), sequence: row[9], created: row[10],
            changed: row[11])
    }
}
