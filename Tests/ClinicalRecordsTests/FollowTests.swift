import ClinicalRecordsDomain
import ColonnadeTesting
import GRDB
import Testing

@testable import ClinicalRecordsData

@Suite("Follow")
struct FollowTests {
    @Test("without a cursor it tells what is imported from then on")
    func fromNow() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("old")]))
        let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: nil))
        #expect(try await follower.next()?.subject == .following)
        try await records.load(TestBundle.bundle([TestBundle.observation("old"), TestBundle.observation("new")]))
        #expect(try await follower.nextID() == "+Observation/new")
    }

    @Test("a cursor goes on without a gap and without a repeat, wherever it was cut")
    func cursors() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient()]))
        let start: String = try await records.history.execute(HistoryQueryDomainModel(patient: "p1")).follow
        for part: Int in 0..<3 {
            try await records.load(TestBundle.bundle((0..<5).map { TestBundle.observation("o\(part)-\($0)") }))
        }
        let all: [String] = (0..<3).flatMap { part in (0..<5).map { "+Observation/o\(part)-\($0)" } }
        for cut: Int in 0...15 {
            let first: Follower = try await Follower(records, FollowQueryDomainModel(patient: "p1", cursor: start))
            var cursor: String = try #require(try await first.next()).cursor
            var seen: [String] = []
            for _: Int in 0..<cut {
                let news: RecordNewsDomainModel = try #require(try await first.next())
                seen.append(news.words)
                cursor = news.cursor
            }
            let second: Follower = try await Follower(records, FollowQueryDomainModel(patient: "p1", cursor: cursor))
            _ = try await second.next()
            for _: Int in cut..<15 { seen.append(try await second.nextID() ?? "") }
            #expect(seen == all)
        }
    }

    @Test("an entry that is different is told as changed, to those who have seen it")
    func changed() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("a", title: "Pulse")]))
        let start: String = try await records.history.execute(HistoryQueryDomainModel(patient: "p1")).follow
        try await records.load(TestBundle.bundle([TestBundle.observation("b")]))
        try await records.load(
            TestBundle.bundle([TestBundle.observation("a", title: "Heart rate"), TestBundle.observation("b", title: "X")]))
        let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: "p1", cursor: start))
        _ = try await follower.next()
        #expect(try await follower.nextID() == "~Observation/a")
        #expect(try await follower.nextID() == "+Observation/b")
    }

    @Test("what was entered in error is told as taken back, to those who may have seen it, and what is restored as changed")
    func takenBack() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("a")]))
        let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: "p1"))
        _ = try await follower.next()
        let error: (String) -> String = { id in
            TestBundle.entry(
                """
                {"resourceType":"Observation","id":"\(id)","status":"entered-in-error","subject":{"reference":"Patient/p1"}}
                """)
        }
        try await records.load(TestBundle.bundle([error("never"), error("a"), TestBundle.observation("b")]))
        #expect(try await follower.nextID() == "-Observation/a")
        #expect(try await follower.nextID() == "+Observation/b")
        #expect(try await records.summary.execute(patient: "p1").topics == [.observation: 1])
        try await records.load(TestBundle.bundle([TestBundle.observation("a")]))
        #expect(try await follower.nextID() == "~Observation/a")
    }

    @Test("filters by patient and topic")
    func filters() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.patient("p2")]))
        let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: "p2", topics: [.encounter]))
        _ = try await follower.next()
        try await records.load(
            TestBundle.bundle([
                TestBundle.observation("o", of: "Patient/p2"),
                TestBundle.encounter("e1", of: "Patient/p1", time: "2020-01-01", provider: nil),
                TestBundle.encounter("e2", of: "Patient/p2", time: "2020-01-01", provider: nil),
            ]))
        #expect(try await follower.nextID() == "+Encounter/e2")
    }

    @Test("followers who watch while imports run see every entry once, each in the same order")
    func whileImporting() async throws {
        let records: TestRecords = try TestRecords()
        let count: Int = 10
        let size: Int = 130
        let followers: [Follower] = try await Self.followers(3, records)
        let seen: [[String]] = try await withThrowingTaskGroup(of: [String].self) { group in
            for follower: Follower in followers {
                group.addTask {
                    var seen: [String] = []
                    while seen.count < count * size { seen.append(try await follower.nextID() ?? "") }
                    return seen
                }
            }
            for part: Int in 0..<count {
                try await records.load(TestBundle.bundle((0..<size).map { TestBundle.observation("o\(part)-\($0)") }), chunk: 4_096)
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(seen.allSatisfy { Set($0).count == count * size && $0 == seen[0] })
    }

    @Test("one patient's is read on by an index of its own, everybody's by all that has changed; neither is sorted")
    func plans() throws {
        let records: TestRecords = try TestRecords()
        for (patient, index): (String?, String) in [
            ("p1", "subject USING INDEX subjectChanged (patient=? AND changed>?)"),
            (nil, "resource USING INDEX resourceChanged (changed>?)"),
        ] {
            let query: HistorySQL = HistorySQL(changesAfter: 1, RecordFilter(patient: patient, types: ["Encounter"]), limit: 1)
            let plan: [String] = try records.database.pool.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments).map { $0["detail"] }
            }
            #expect(plan.first == "SEARCH \(index)", "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("what was kept before there was an index is told as before")
    func migrated() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let old: RecordsDatabase = try RecordsDatabase(directory: folder.path)
        try RecordsDatabase.migrator.migrate(old.pool, upTo: "resources")
        try await old.pool.write { db in
            for number: Int in 1...3 {
                try db.execute(
                    sql: """
                        INSERT INTO resource (key, type, patients, isEntry, added, changed, body)
                        VALUES (?, 'Observation', 'p1', 1, ?, ?, x'')
                        """, arguments: ["Observation/o\(number)", number, 10 * number])
                try db.execute(
                    sql: "INSERT INTO subject (patient, time, resource, type, isEntry) VALUES ('p1', 0, ?, 'Observation', 1)",
                    arguments: [number])
            }
        }
        try old.migrate()
        let changes: [ResourceDataModel] = try await ResourceRepository(old).changes(
            after: 10, RecordFilter(patient: "p1", types: ["Observation"]), limit: 9)
        #expect(changes.map(\.key) == ["Observation/o2", "Observation/o3"])
        try old.close()
    }

    @Test("who stops following is let go")
    func cancelled() async throws {
        let records: TestRecords = try TestRecords()
        let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: nil))
        _ = try await follower.next()
        let waiting: Task<Bool, Never> = Task {
            do {
                _ = try await follower.next()
                return false
            } catch {
                return error is CancellationError
            }
        }
        waiting.cancel()
        #expect(await waiting.value)
    }

    @Test("a patient who is not known, and a cursor that is none, are refused")
    func problems() async throws {
        let records: TestRecords = try TestRecords()
        await #expect(throws: RecordsProblem.unknownPatient("p1")) { try await Follower(records, FollowQueryDomainModel(patient: "p1")) }
        for cursor: String in ["", "f.", "f.-1", "h.1.1", "f.é"] {
            await #expect(throws: RecordsProblem.invalidCursor(cursor)) {
                try await Follower(records, FollowQueryDomainModel(patient: nil, cursor: cursor))
            }
        }
    }

    private static func followers(_ count: Int, _ records: TestRecords) async throws -> [Follower] {
        var followers: [Follower] = []
        for _: Int in 0..<count {
            let follower: Follower = try await Follower(records, FollowQueryDomainModel(patient: nil))
            _ = try await follower.next()
            followers.append(follower)
        }
        return followers
    }
}

/// Takes news one by one.
private actor Follower {
    private var iterator: any AsyncIteratorProtocol<[RecordNewsDomainModel], any Error>
    private var batch: ArraySlice<RecordNewsDomainModel> = []

    init(_ records: TestRecords, _ query: FollowQueryDomainModel) async throws {
        iterator = try await records.following.execute(query).makeAsyncIterator()
    }

    func next() async throws -> RecordNewsDomainModel? {
        while batch.isEmpty {
            var taken: any AsyncIteratorProtocol<[RecordNewsDomainModel], any Error> = iterator
            guard let next: [RecordNewsDomainModel] = try await taken.next(isolation: self) else { return nil }
            iterator = taken
            batch = next[...]
        }
        return batch.removeFirst()
    }

    /// `+` for added, `~` for changed, and the entry's id.
    func nextID() async throws -> String? {
        try await next()?.words
    }
}

extension RecordNewsDomainModel {
    fileprivate var words: String {
        switch subject {
        case .following: "following"
        case .added(let entry): "+\(entry.id)"
        case .changed(let entry): "~\(entry.id)"
        case .takenBack(let id): "-\(id)"
        }
    }
}
