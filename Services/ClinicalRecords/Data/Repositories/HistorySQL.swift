import GRDB

/// The two questions that give history entries, with the organization in which each was made: the one that the resource
/// names itself, else the one that its encounter names.
struct HistorySQL: Sendable {
    private static let columns: String = """
        SELECT resource.number, resource.key, resource.type, subject.patient, resource.time, resource.added,
            resource.changed, subject.isEntry, resource.body, organization.body AS organization
        FROM subject JOIN resource ON resource.number = subject.resource
        LEFT JOIN resource AS meeting ON meeting.key = resource.encounter
        LEFT JOIN resource AS organization ON organization.key = COALESCE(resource.provider, meeting.provider)
        """

    let sql: String
    let arguments: StatementArguments

    /// A page of history.
    init(_ filter: RecordFilter, after mark: RecordMark?, limit: Int) {
        var (conditions, arguments): ([String], StatementArguments) = Self.conditions(filter)
        if let mark {
            let time: Int64 = mark.time?.microseconds ?? ResourceDataModel.noTime
            conditions.append("(subject.time, subject.resource) < (?, ?)")
            arguments += [time, mark.number]
        }
        sql = """
            \(Self.columns)
            WHERE \(conditions.joined(separator: " AND "))
            ORDER BY subject.time DESC, subject.resource DESC LIMIT ?
            """
        self.arguments = arguments + [limit]
    }

    /// What came or changed, with what was taken back.
    init(changesAfter change: Int64, _ filter: RecordFilter, limit: Int) {
        let (conditions, arguments): ([String], StatementArguments) = Self.conditions(filter, areTakenBackToo: true)
        // One patient's are found among the patient's own, in order; everybody's by all that has changed.
        let changed: String = filter.patient == nil ? "resource.changed" : "subject.changed"
        sql = """
            \(Self.columns)
            WHERE \((conditions + ["\(changed) > ?"]).joined(separator: " AND "))
            ORDER BY \(changed), subject.patient LIMIT ?
            """
        self.arguments = arguments + [change, limit]
    }

    /// One entry, by its key.
    init(entry key: String, _ filter: RecordFilter) {
        let (conditions, arguments): ([String], StatementArguments) = Self.conditions(filter)
        sql = "\(Self.columns) WHERE \((conditions + ["resource.key = ?"]).joined(separator: " AND ")) LIMIT 1"
        self.arguments = arguments + [key]
    }

    /// Those with one of these keys, and those that were made in this encounter, newest first; without the encounter itself.
    init(keys: Set<String>, madeIn encounter: String, _ filter: RecordFilter, limit: Int) {
        let (conditions, arguments): ([String], StatementArguments) = Self.conditions(filter)
        let keys: [String] = keys.sorted()
        let related: String = "(resource.key IN (\(keys.map { _ in "?" }.joined(separator: ", "))) OR resource.encounter = ?)"
        sql = """
            \(Self.columns)
            WHERE \((conditions + [related, "resource.key <> ?"]).joined(separator: " AND "))
            ORDER BY subject.time DESC, subject.resource DESC LIMIT ?
            """
        self.arguments = arguments + StatementArguments(keys) + [encounter, encounter, limit]
    }

    private static func conditions(_ filter: RecordFilter, areTakenBackToo: Bool = false) -> ([String], StatementArguments) {
        var conditions: [String] = areTakenBackToo ? [] : ["subject.isEntry"]
        var arguments: StatementArguments = []
        if let patient: String = filter.patient {
            conditions.append("subject.patient = ?")
            arguments += [patient]
        } else {
            // A resource about several patients is one entry.
            conditions.append("subject.patient = (SELECT MIN(one.patient) FROM subject AS one WHERE one.resource = resource.number)")
        }
        let types: [String] = filter.types.sorted()
        conditions.append("subject.type IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
        arguments += StatementArguments(types)
        if let from: Int64 = filter.from?.microseconds {
            conditions.append("subject.time >= ?")
            arguments += [from]
        }
        if filter.until != nil || filter.from != nil {
            conditions.append("subject.time > ? AND subject.time < ?")
            arguments += [ResourceDataModel.noTime, filter.until?.microseconds ?? .max]
        }
        return (conditions, arguments)
    }
}
