import Foundation
import GRDB

/// Finds patients.
public struct PersonRepository: Sendable {
    private let pool: DatabasePool

    public init(_ database: RecordsDatabase) {
        pool = database.pool
    }

    /// Patients of whom each word of the text begins one, by name, those after `patient` where one is given, as FHIR JSON; and whether
    /// there are more.
    public func patients(
        matching text: String, after patient: String?, limit: Int
    ) async throws -> (found: [PersonDataModel], hasMore: Bool) {
        let words: [String] = PersonIndex.words(of: text)
        // What was written and has no word in it, such as "%", finds nobody.
        guard !words.isEmpty || text.allSatisfy(\.isWhitespace) else { return ([], false) }
        // `instr` and not `LIKE`: nothing in a word has a meaning of its own.
        var conditions: [String] = words.map { _ in "instr(person.words, ?) > 0" }
        var arguments: StatementArguments = StatementArguments(words.map { " " + $0 })
        if let patient {
            conditions.append("(person.words, person.patient) > ((SELECT one.words FROM person AS one WHERE one.patient = ?), ?)")
            arguments += [patient, patient]
        }
        let sql: String = """
            SELECT person.patient, resource.body FROM person JOIN resource ON resource.key = 'Patient/' || person.patient
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY person.words, person.patient LIMIT ?
            """
        arguments += [limit + 1]
        return try await pool.read { [arguments] db in
            let rows: [Row] = try Row.fetchAll(db, sql: sql, arguments: arguments)
            let found: [PersonDataModel] = rows.prefix(limit).map { row in
                let body: Data = row["body"]
                return PersonDataModel(patient: row["patient"], body: Array(body))
            }
            return (found, rows.count > limit)
        }
    }

    /// Those of these patients that are known, as FHIR JSON, in no order.
    /// - Parameter patients: ids, a few hundred at most.
    public func patients(_ patients: Set<String>) async throws -> [PersonDataModel] {
        let keys: [String] = patients.map { "Patient/" + $0 }
        let places: String = keys.map { _ in "?" }.joined(separator: ", ")
        return try await pool.read { db in
            let rows: [Row] = try Row.fetchAll(
                db, sql: "SELECT key, body FROM resource WHERE key IN (\(places))", arguments: StatementArguments(keys))
            return rows.map { row in
                let (key, body): (String, Data) = (row["key"], row["body"])
                return PersonDataModel(patient: String(key.dropFirst("Patient/".count)), body: Array(body))
            }
        }
    }
}

/// A patient as it is kept.
public struct PersonDataModel: Hashable, Sendable {
    /// The id of the Patient resource.
    public let patient: String
    /// The Patient resource as FHIR JSON.
    public let body: [UInt8]
}
