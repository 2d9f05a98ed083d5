import ClinicalRecordsData
import ClinicalRecordsDataDomainInterface
import ClinicalRecordsDomain
import ColonnadeTesting
import GRDB
import Testing

@Suite("Patients by name and id", .timeLimit(.minutes(2)))
struct PatientSearchTests {
    @Test("Beginnings of words find a patient, whatever their case and accents; each word has to be there")
    func words() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient("p-1", family: "Müller"), TestBundle.patient("p-2", family: "O'Brien"),
                TestBundle.patient("p-3", family: "Мельник"),
            ]))
        for (text, found): (String, [String]) in [
            ("", ["p-1", "p-2", "p-3"]), ("mul", ["p-1"]), ("MÜLLER ana", ["p-1"]), ("üller", []), ("brien", ["p-2"]), ("o'b", ["p-2"]),
            ("мел", ["p-3"]), ("p-3", ["p-3"]), ("ana p", ["p-1", "p-2", "p-3"]), ("ana nobody", []), ("%", []), ("_", []), ("'", []),
            ("\"; DROP TABLE person", []), (String(repeating: "a ", count: 5_000), ["p-1", "p-2", "p-3"]),
        ] {
            #expect(Set(try await search(records, text)) == Set(found), "\(text.prefix(30))")
        }
    }

    @Test("A name that changed is found by the new one alone, and a page follows the one before")
    func changes() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle((0..<60).map { TestBundle.patient("p\($0)", family: "Keller") }))
        #expect(try await search(records, "keller") == (0..<60).map { "p\($0)" }.sorted())
        try await records.load(TestBundle.bundle([TestBundle.patient("p7", family: "Zoller")]))
        #expect(try await search(records, "zoller") == ["p7"])
        #expect(try await search(records, "keller").count == 59)
        await #expect(throws: RecordsProblem.invalidCursor("h.1")) {
            try await finding(records).execute(PatientQueryDomainModel(text: "", cursor: "h.1"))
        }
    }

    @Test("Patients that were imported before there was a search are found, too")
    func migration() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.observation("o")]))
        try await records.database.pool.write { db in
            // As the database was before.
            try db.execute(sql: "DROP TABLE person")
            try db.execute(sql: "DROP INDEX resourceEncounter")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'people'")
        }
        try records.database.migrate()
        #expect(try await search(records, "keller") == ["p1"])
    }

    private func finding(_ records: TestRecords) -> FindPatientsUseCase {
        FindPatientsUseCase(patients: PeopleFromResources(PersonRepository(records.database)))
    }

    /// The ids of all pages.
    private func search(_ records: TestRecords, _ text: String) async throws -> [String] {
        var found: [String] = []
        var cursor: String?
        repeat {
            let page: PatientPageDomainModel = try await finding(records).execute(PatientQueryDomainModel(text: text, cursor: cursor))
            found += page.patients.map(\.id)
            cursor = page.next
        } while cursor != nil
        return found
    }
}
