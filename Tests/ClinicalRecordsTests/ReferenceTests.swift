import ClinicalRecordsDomain
import Testing

@Suite("References")
struct ReferenceTests {
    @Test("a fullUrl names a resource whose id is another, before and after it stands in the bundle")
    func fullURL() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(
            TestBundle.bundle([
                TestBundle.observation("o1", of: "urn:uuid:aa"), TestBundle.patient("p9", url: "urn:uuid:aa"),
                TestBundle.observation("o2", of: "urn:uuid:aa"),
            ]))
        #expect(try await records.summary.execute(patient: "p9").counts == ["Observation": 2])
    }

    @Test("a fullUrl of an earlier bundle still names its resource")
    func earlier() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("p9", url: "urn:uuid:aa")]))
        try await records.load(TestBundle.bundle([TestBundle.observation("o1", of: "urn:uuid:aa")]))
        #expect(try await records.summary.execute(patient: "p9").counts == ["Observation": 1])
    }

    @Test("absolute URLs name an entry, or else the resource at their end")
    func absolute() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(
            TestBundle.bundle(
                type: "collection",
                [
                    TestBundle.patient("p1", url: "http://a.example/fhir/Patient/77"), TestBundle.patient("p2"),
                    TestBundle.observation("o1", of: "http://a.example/fhir/Patient/77"),
                    TestBundle.observation("o2", of: "http://b.example/fhir/Patient/p2/_history/3"),
                    TestBundle.observation("o3", of: "Patient/p2"),
                ]))
        #expect(try await records.summary.execute(patient: "p1").counts == ["Observation": 1])
        #expect(try await records.summary.execute(patient: "p2").counts == ["Observation": 2])
    }

    @Test("a patient may come after the resources that refer to it")
    func later() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.observation("o1")]))
        await #expect(throws: RecordsProblem.unknownPatient("p1")) { try await records.summary.execute(patient: "p1") }
        try await records.load(TestBundle.bundle([TestBundle.patient()]))
        #expect(try await records.summary.execute(patient: "p1").counts == ["Observation": 1])
    }

    @Test("subject and patient count once, lists count each, others not at all")
    func subjects() async throws {
        let records: TestRecords = try TestRecords()
        let p1: String = "{\"reference\":\"Patient/p1\"}"
        let p2: String = "{\"reference\":\"Patient/p2\"}"
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient("p1"), TestBundle.patient("p2"),
                TestBundle.entry("{\"resourceType\":\"Claim\",\"id\":\"c\",\"subject\":\(p1),\"patient\":\(p1)}"),
                TestBundle.entry("{\"resourceType\":\"Account\",\"id\":\"a\",\"subject\":[\(p1),\(p2)]}"),
                TestBundle.entry("{\"resourceType\":\"Observation\",\"id\":\"g\",\"subject\":{\"reference\":\"Group/p1\"}}"),
                TestBundle.entry("{\"resourceType\":\"Observation\",\"id\":\"n\",\"subject\":{\"display\":\"somebody\"}}"),
                TestBundle.entry("{\"resourceType\":\"Task\",\"id\":\"t\",\"for\":\(p1)}"),
            ]))
        #expect(try await records.summary.execute(patient: "p1").counts == ["Claim": 1, "Account": 1])
        #expect(try await records.summary.execute(patient: "p2").counts == ["Account": 1])
    }

    @Test("a resource that comes to be about another patient leaves the first")
    func moved() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.patient("p2"), TestBundle.observation("o")]))
        try await records.load(TestBundle.bundle([TestBundle.observation("o", of: "Patient/p2")]))
        #expect(try await records.summary.execute(patient: "p1").counts.isEmpty)
        #expect(try await records.summary.execute(patient: "p2").counts == ["Observation": 1])
    }
}
