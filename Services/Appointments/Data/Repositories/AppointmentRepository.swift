import Foundation
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

        /// The patient or clinic.
        var name: String? {
            switch self {
            case .patient(let name), .clinic(let name): name
            case .all: nil
            }
        }
    }

    /// Each practitioner's part of the index of booked slots.
    static let bookedSQL: String = """
        SELECT practitioner, start, end FROM appointment
        WHERE practitioner IN (SELECT value FROM json_each(?)) AND start > ? AND start < ? AND isBooked AND end > ?
        ORDER BY practitioner, start
        """

    private let pool: DatabasePool

    public init(_ database: AppointmentsDatabase) {
        pool = database.pool
    }

    public func appointment(_ id: String) async throws -> AppointmentDataModel? {
        try await pool.read { db in
            let one: Statement = try db.cachedStatement(sql: "SELECT \(AppointmentDataModel.columns) FROM appointment WHERE id = ?")
            return try Row.fetchOne(one, arguments: [id]).map(AppointmentDataModel.init)
        }
    }

    /// What is booked with these practitioners and touches what is between two times, in order: by one question, however many they are.
    public func booked(practitioners: Set<String>, from: Int64, until: Int64) async throws -> [String: [Range<Int64>]] {
        let earliest: Int64 = from > .min + BookingRepository.longestSlot ? from - BookingRepository.longestSlot : .min
        let names: String = String(decoding: try JSONEncoder().encode(practitioners), as: UTF8.self)
        return try await pool.read { db in
            let rows: RowCursor = try Row.fetchCursor(
                db.cachedStatement(sql: Self.bookedSQL), arguments: [names, earliest, until, from])
            var booked: [String: [Range<Int64>]] = [:]
            while let row: Row = try rows.next() { booked[row[0], default: []].append(row[1]..<row[2]) }
            return booked
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
                db.cachedStatement(sql: sql), arguments: [value, from, until, mark.start, mark.number, limit + 1])
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
        let values: StatementArguments = ["after": number, "whose": scope.name, "limit": limit]
        return try await pool.read { db in
            try Row.fetchAll(db.cachedStatement(sql: Self.eventsSQL(of: scope)), arguments: values).map(EventDataModel.init)
        }
    }

    /// Reads each kind of event by its own index, and no further than the limit.
    static func eventsSQL(of scope: Scope) -> String {
        let conditions: [String] =
            switch scope {
            case .patient: ["event.patient = :whose"]
            // A move to another clinic is news at both; one within a clinic has no former one, so none comes twice.
            case .clinic: ["event.clinic = :whose", "event.formerClinic = :whose"]
            case .all: [":whose IS NULL"]
            }
        let selections: [String] = conditions.map { condition in
            """
            SELECT event.number, kind, id, event.patient, reason, event.clinic, event.practitioner, event.start, event.end,
                event.sequence, created, event.changed
            FROM event JOIN appointment ON appointment.number = event.appointment
            WHERE \(condition) AND event.number > :after
            """
        }
        return selections.joined(separator: "\nUNION ALL\n") + "\nORDER BY 1 LIMIT :limit"
    }

    private static func lastEvent(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT MAX(number) FROM event")) ?? 0
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
