import ClinicalRecordsDomain
import GRDB

/// Brings a scratch database's resources into the records, all in one transaction.
enum ImportMerge {
    /// The most patients that a report names.
    private static let patientLimit: Int = 100

    struct Counts: Sendable {
        let added: Int
        let changed: Int
        let unchanged: Int
        let patients: [String]
    }

    /// To be called outside a transaction: a database can not be attached within one.
    /// - Throws: ``BundleProblem/unresolvableReference(entry:reference:)``; nothing was changed then.
    static func run(scratch path: String, in db: Database) throws -> Counts {
        try db.execute(sql: "ATTACH DATABASE ? AS scratch", arguments: [path])
        defer { try? db.execute(sql: "DETACH DATABASE scratch") }
        var counts: Counts?
        try db.inTransaction(.immediate) {
            try resolve(in: db)
            try compare(in: db)
            try keep(in: db)
            try PersonIndex.fill(from: "SELECT key, body FROM scratch.entry WHERE type = 'Patient' AND state < 2", in: db)
            counts = try count(in: db)
            return .commit
        }
        return counts ?? Counts(added: 0, changed: 0, unchanged: 0, patients: [])
    }

    /// Finds what each reference names: an entry of this bundle, a resource named by itself, or one imported before.
    private static func resolve(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE scratch.link SET key = COALESCE(
                    (SELECT entry.key FROM scratch.entry WHERE entry.url = link.target), fallback,
                    (SELECT alias.key FROM main.alias WHERE alias.url = link.target))
                """)
        // An absolute URL may well name what is elsewhere, and no record of ours; a `urn:` has no other meaning than an entry.
        let dangling: String = "SELECT entry, target FROM scratch.link WHERE key IS NULL AND target LIKE 'urn:%' ORDER BY entry LIMIT 1"
        if let row: Row = try Row.fetchOne(db, sql: dangling) {
            throw BundleProblem.unresolvableReference(entry: row["entry"], reference: row["target"])
        }
        try db.execute(
            sql: """
                UPDATE scratch.entry SET
                    encounter = (SELECT key FROM scratch.link WHERE entry = number AND role = 'encounter'),
                    provider = (SELECT key FROM scratch.link WHERE entry = number AND role = 'provider'),
                    patients = COALESCE((SELECT group_concat(patient, ' ') FROM (
                        SELECT DISTINCT substr(key, 9) AS patient FROM scratch.link
                        WHERE entry = number AND role = 'subject' AND key LIKE 'Patient/%' ORDER BY 1)), '')
                """)
    }

    private static func compare(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE scratch.entry SET state = COALESCE((
                    SELECT CASE WHEN known.body = entry.body AND known.patients = entry.patients
                        AND known.encounter IS entry.encounter AND known.provider IS entry.provider THEN 2 ELSE 1 END
                    FROM main.resource AS known WHERE known.key = entry.key), 0)
                """)
    }

    private static func keep(in db: Database) throws {
        let last: Int64 = try Int64.fetchOne(db, sql: "SELECT MAX(changed) FROM main.resource") ?? 0
        let statements: [(sql: String, arguments: StatementArguments)] = [
            (
                """
                INSERT INTO main.resource (key, type, patients, encounter, provider, isEntry, time, added, changed, body)
                SELECT key, type, patients, encounter, provider, isEntry, time, ? + number, ? + number, body
                FROM scratch.entry WHERE state = 0 ORDER BY number
                """, [last + 1, last + 1]
            ),
            (
                """
                UPDATE main.resource SET patients = entry.patients, encounter = entry.encounter, provider = entry.provider,
                    isEntry = entry.isEntry, time = entry.time, changed = ? + entry.number, body = entry.body
                FROM scratch.entry WHERE entry.key = resource.key AND entry.state = 1
                """, [last + 1]
            ),
            ("DELETE FROM main.subject WHERE resource IN (SELECT number FROM main.resource WHERE changed > ?)", [last]),
            (
                """
                INSERT INTO main.subject (patient, time, resource, type, isEntry, changed)
                SELECT DISTINCT substr(link.key, 9), COALESCE(known.time, ?), known.number, known.type, known.isEntry, known.changed
                FROM scratch.entry JOIN main.resource AS known ON known.key = entry.key
                JOIN scratch.link ON link.entry = entry.number AND link.role = 'subject' AND link.key LIKE 'Patient/%'
                WHERE entry.state < 2
                """, [ResourceDataModel.noTime]
            ),
            ("INSERT OR REPLACE INTO main.alias (url, key) SELECT url, key FROM scratch.entry WHERE url IS NOT NULL ORDER BY number", []),
        ]
        for statement: (sql: String, arguments: StatementArguments) in statements {
            try db.execute(sql: statement.sql, arguments: statement.arguments)
        }
    }

    private static func count(in db: Database) throws -> Counts {
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT state, COUNT(*) AS amount FROM scratch.entry GROUP BY state")
        let amounts: [Int: Int] = rows.reduce(into: [:]) { $0[$1["state"]] = $1["amount"] }
        let patients: [String] = try String.fetchAll(
            db, sql: "SELECT substr(key, 9) FROM scratch.entry WHERE type = 'Patient' ORDER BY number LIMIT ?",
            arguments: [patientLimit])
        return Counts(added: amounts[0] ?? 0, changed: amounts[1] ?? 0, unchanged: amounts[2] ?? 0, patients: patients)
    }
}
