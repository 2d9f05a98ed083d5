import ClinicalRecordsDomain
import Testing

/// Elements that have one shape in one type of FHIR R4 and another in the next.
@Suite("Shapes of R4 resources")
struct ResourceShapeTests {
    private static let subject: String = "\"subject\":{\"reference\":\"Patient/p1\"}"
    private static let concept: String = "{\"coding\":[{\"code\":\"c\"}],\"text\":\"Words\"}"

    /// A resource's type, its elements and how it has to read.
    private static let table: [(type: String, elements: String, title: String)] = [
        (
            "AllergyIntolerance",
            "\"type\":\"allergy\",\"category\":[\"food\",\"medication\"],\"criticality\":\"low\",\"code\":\(concept),"
                + "\"patient\":{\"reference\":\"Patient/p1\"},\"onsetAge\":{\"value\":3,\"unit\":\"a\"}", "Words"
        ),
        (
            "AllergyIntolerance",
            "\"category\":[null,\"food\"],\"_category\":[{\"id\":\"x\"},null],\"code\":\(concept),"
                + "\"patient\":{\"reference\":\"Patient/p1\"},\"onsetString\":\"as a child\"", "Words"
        ),
        (
            "Encounter", "\"status\":\"planned\",\"class\":{\"code\":\"AMB\"},\"type\":[\(concept)],\"priority\":\(concept),\(subject)",
            "Words"
        ),
        ("Condition", "\"category\":[\(concept)],\"code\":\(concept),\(subject),\"onsetRange\":{\"low\":{\"value\":3}}", "Words"),
        (
            "Observation",
            "\"status\":\"final\",\"category\":[\(concept)],\"code\":\(concept),\(subject),\"valueRange\":{\"low\":{\"value\":3.5}},"
                + "\"effectiveTiming\":{\"event\":[\"2020-01-01\"]},\"component\":[{\"code\":\(concept),\"valueTime\":\"10:00:00\"}]",
            "Words"
        ),
        (
            "Procedure",
            "\"status\":\"completed\",\"category\":\(concept),\"code\":\(concept),\(subject),\"performedString\":\"last year\"", "Words"
        ),
        (
            "Immunization",
            "\"status\":\"completed\",\"vaccineCode\":\(concept),\"patient\":{\"reference\":\"Patient/p1\"},\"occurrenceString\":\"2019?\"",
            "Words"
        ),
        (
            "MedicationRequest",
            "\"status\":\"active\",\"intent\":\"order\",\"category\":[\(concept)],\(subject),"
                + "\"medicationReference\":{\"reference\":\"#m\",\"display\":\"Words\"}", "Words"
        ),
        (
            "DiagnosticReport", "\"status\":\"final\",\"category\":[\(concept)],\"code\":\(concept),\(subject),\"conclusion\":\"Well\"",
            "Words"
        ),
        (
            "CarePlan", "\"status\":\"active\",\"intent\":\"plan\",\"category\":[\(concept)],\"description\":\"Rest\",\(subject)", "Words"
        ),
        (
            "Goal",
            "\"lifecycleStatus\":\"active\",\"category\":[\(concept)],\"description\":\(concept),\(subject),\"startCodeableConcept\":\(concept)",
            "Words"
        ),
        ("ImagingStudy", "\"status\":\"available\",\"modality\":[{\"code\":\"CT\"}],\"description\":\"Words\",\(subject)", "Words"),
        (
            "DocumentReference",
            "\"status\":\"current\",\"type\":\(concept),\"category\":[\(concept)],\(subject),\"context\":{\"encounter\":[{\"display\":\"e\"}]}",
            "Words"
        ),
    ]

    @Test("each is imported and read", arguments: table)
    func shape(type: String, elements: String, title: String) async throws {
        let records: TestRecords = try TestRecords()
        let resource: String = "{\"resourceType\":\"\(type)\",\"id\":\"a\",\(elements)}"
        try await records.load(TestBundle.bundle([TestBundle.patient(), TestBundle.entry(resource)]))
        let entries: [RecordEntryDomainModel] = try await records.pages("p1").flatMap(\.entries)
        #expect(entries.map(\.id) == ["\(type)/a"] && entries.first?.title == title)
    }

    @Test("a given name that only extensions tell about is left out")
    func missingName() async throws {
        let records: TestRecords = try TestRecords()
        let patient: String = """
            {"resourceType":"Patient","id":"p1","name":[{"family":"Keller","given":[null,"Ana"],"_given":[{"id":"x"},null]}]}
            """
        try await records.load(TestBundle.bundle([TestBundle.entry(patient)]))
        #expect(try await records.summary.execute(patient: "p1").name == "Ana Keller")
    }

    @Test("a resource without an id is known by the UUID of its fullUrl")
    func noID() async throws {
        let records: TestRecords = try TestRecords()
        let uuid: String = "0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0"
        let bundle: String = TestBundle.bundle([
            TestBundle.entry("{\"resourceType\":\"Patient\"}", url: "urn:uuid:\(uuid)"),
            TestBundle.observation("o", of: "urn:uuid:\(uuid)"),
        ])
        #expect(try await records.load(bundle).patients == [uuid])
        #expect(try await records.summary.execute(patient: uuid).counts == ["Observation": 1])
        #expect(try await records.load(bundle).unchanged == 2)
        let other: String = TestBundle.bundle([TestBundle.entry("{\"resourceType\":\"Patient\"}", url: "http://a.example/x")])
        guard case .missingID? = try await records.problem(other) else {
            Issue.record("a resource that nothing names was imported")
            return
        }
    }

    @Test("an absolute URL that names no resource of ours is no obstacle")
    func elsewhere() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(TestBundle.bundle([TestBundle.observation("o", of: "https://a.example/people?all")]))
        try await records.load(TestBundle.bundle([TestBundle.observation("o", of: "https://a.example/people/1.html")]))
        #expect(try await records.resources.lastChange() == 2)
    }
}
