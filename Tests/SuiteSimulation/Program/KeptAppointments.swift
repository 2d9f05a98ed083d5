import FoundationEssentials
import GRDB

extension BookingLedger.Kept {
    /// What a database of appointments holds, read by its file alone, past the vertical's own code.
    static func read(_ path: String) throws -> [Self] {
        let queue: DatabaseQueue = try DatabaseQueue(path: path)
        let kept: [Self] = try queue.read { database in
            let rows: [Row] = try Row.fetchAll(
                database, sql: "SELECT id, reason, practitioner, start, isBooked FROM appointment ORDER BY number")
            return rows.map { row in
                Self(
                    id: UUID(uuidString: row["id"]) ?? UUID(), reason: row["reason"] ?? "", practitioner: row["practitioner"],
                    start: Date(timeIntervalSince1970: Double(row["start"] as Int64)), isBooked: row["isBooked"])
            }
        }
        try queue.close()
        return kept
    }
}
