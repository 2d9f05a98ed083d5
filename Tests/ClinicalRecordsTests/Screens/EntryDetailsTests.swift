import ClinicalRecordsData
import ClinicalRecordsDataDomainInterface
import ClinicalRecordsDomain
import ColonnadeTesting
import Testing

@Suite("All that is known of an entry", .timeLimit(.minutes(2)))
struct EntryDetailsTests {
    @Test("Its elements, its text, what it refers to, and what was made in it; of its own patient alone")
    func details() async throws {
        let records: TestRecords = try TestRecords()
        let report: String = TestBundle.entry(
            """
            {"resourceType":"DiagnosticReport","id":"r","status":"final","code":{"text":"Blood count"},"meta":{"source":"x"},\
            "subject":{"reference":"Patient/p1"},"encounter":{"reference":"Encounter/e"},"issued":"2020-01-02T00:00:00Z",\
            "result":[{"reference":"Observation/a"},{"reference":"Observation/other"},{"reference":"urn:uuid:b"},{"reference":"#c"}],\
            "presentedForm":[{"contentType":"text/plain; charset=utf-8","data":"QWxsIGlzIHdlbGwu"}]}
            """)
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient("p1"), TestBundle.patient("p2"), TestBundle.encounter("e", time: "2020-01-01T10:00:00Z", provider: nil),
                TestBundle.observation("a"), TestBundle.observation("other", of: "Patient/p2"), report,
                TestBundle.entry(
                    "{\"resourceType\":\"Observation\",\"id\":\"b\",\"code\":{\"text\":\"B\"},\"subject\":{\"reference\":\"Patient/p1\"}}",
                    url: "urn:uuid:b"),
            ]))
        let details: RecordDetailsDomainModel = try await viewing(records).execute(entry: "DiagnosticReport/r", patient: "p1")
        #expect(details.texts == ["All is well."])
        #expect(Set(details.related.map(\.id)) == ["Encounter/e", "Observation/a", "Observation/b"])
        let facts: [String: String] = details.facts.reduce(into: [:]) { $0[$1.path] = $1.value }
        #expect(facts["code.text"] == "Blood count" && facts["status"] == "final" && facts["result[3].reference"] == "#c")
        #expect(facts.keys.allSatisfy { !$0.hasPrefix("meta") && !$0.hasPrefix("subject") && !$0.hasSuffix(".data") })
        let meeting: RecordDetailsDomainModel = try await viewing(records).execute(entry: "Encounter/e", patient: nil)
        #expect(meeting.related.map(\.id) == ["DiagnosticReport/r"])
    }

    @Test("An entry of another patient, one that was taken back, and what is no entry are unknown")
    func unknown() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.patient("p2"), TestBundle.observation("a")]))
        for (entry, patient): (String, String?) in [
            ("Observation/a", "p2"), ("Observation/b", nil), ("Patient/p1", nil), ("Patient/p1", "p1"), ("", nil),
            ("Observation/a'--", nil),
        ] {
            await #expect(throws: RecordsProblem.unknownEntry(entry)) { try await viewing(records).execute(entry: entry, patient: patient) }
        }
        _ = try await viewing(records).execute(entry: "Observation/a", patient: "p1")
        let taken: String = TestBundle.entry(
            """
            {"resourceType":"Observation","id":"a","status":"entered-in-error","code":{"text":"Pulse"},\
            "subject":{"reference":"Patient/p1"}}
            """)
        try await records.load(TestBundle.bundle([taken]))
        await #expect(throws: RecordsProblem.unknownEntry("Observation/a")) {
            try await viewing(records).execute(entry: "Observation/a", patient: "p1")
        }
    }

    @Test("A resource of megabytes gives no more than a screen holds")
    func large() async throws {
        let records: TestRecords = try TestRecords()
        let notes: String = (0..<5_000).map { "{\"text\":\"\(String(repeating: "n", count: 500)) \($0)\"}" }.joined(separator: ",")
        let links: String = (0..<500).map { "{\"reference\":\"Observation/m\($0)\"}" }.joined(separator: ",")
        let bundle: [String] = [
            TestBundle.patient("p1"), TestBundle.observation("big", more: ",\"note\":[\(notes)],\"hasMember\":[\(links)]"),
        ]
        try await records.load(TestBundle.bundle(bundle + (0..<500).map { TestBundle.observation("m\($0)") }))
        let details: RecordDetailsDomainModel = try await viewing(records).execute(entry: "Observation/big", patient: "p1")
        #expect(details.facts.count == 150 && details.facts.allSatisfy { $0.value.unicodeScalars.count <= 301 })
        #expect(details.related.count == EntryRepository.mostRelated)
    }

    private func viewing(_ records: TestRecords) -> ViewEntryUseCase {
        ViewEntryUseCase(
            entries: EntriesFromResources(EntryRepository(records.database)), places: FakeRecords([]))
    }
}
