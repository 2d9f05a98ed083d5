import ClinicalRecordsDomain
import Testing

@testable import ClinicalRecordsData

@Suite("Medical history")
struct HistoryTests {
    @Test("pages of any size give every entry once, newest first", arguments: [1, 2, 7, 199])
    func pages(size: Int) async throws {
        let records: TestRecords = try await recordsWithTies()
        let pages: [HistoryPageDomainModel] = try await records.pages("p1", size: size)
        let entries: [RecordEntryDomainModel] = pages.flatMap(\.entries)
        #expect(entries.count == 60 && Set(entries.map(\.id)).count == 60)
        #expect(pages.dropLast().allSatisfy { $0.entries.count == size })
        let times: [Moment?] = entries.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { older, newer in newer == nil || older.map { $0 >= newer ?? $0 } ?? false })
        #expect(times.suffix(10).allSatisfy { $0 == nil } && times.prefix(50).allSatisfy { $0 != nil })
        let whole: [RecordEntryDomainModel] = try await records.pages("p1", size: 200).flatMap(\.entries)
        #expect(entries == whole)
    }

    @Test("entries that are imported between two pages push nothing over the edge")
    func importBetweenPages() async throws {
        let records: TestRecords = try await recordsWithTies()
        let before: [String] = try await records.pages("p1").flatMap(\.entries).map(\.id)
        let first: HistoryPageDomainModel = try await records.history.execute(HistoryQueryDomainModel(patient: "p1", pageSize: 20))
        let more: [String] = (0..<30).map { TestBundle.observation("new\($0)", time: $0.isMultiple(of: 2) ? "2030" : "2001-05-05") }
        try await records.load(TestBundle.bundle(more))
        let second: HistoryPageDomainModel = try await records.history.execute(
            HistoryQueryDomainModel(patient: "p1", pageSize: 200, cursor: first.next))
        let seen: [String] = (first.entries + second.entries).map(\.id)
        #expect(Set(seen).count == seen.count && seen.filter { !$0.contains("new") } == before)
    }

    @Test("filters by topic and by time; from counts, until does not")
    func filters() async throws {
        let records: TestRecords = try TestRecords()
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient(), TestBundle.observation("a", time: "2020-01-01"), TestBundle.observation("b", time: "2020-01-02"),
                TestBundle.observation("c", time: "2020-01-03"), TestBundle.observation("none", time: nil),
                TestBundle.encounter("e", time: "2020-01-02T00:00:00Z", provider: nil),
            ]))
        let second: Moment = try #require(FHIRDateTime("2020-01-02")).moment
        let third: Moment = try #require(FHIRDateTime("2020-01-03")).moment
        func ids(_ topics: Set<EntryTopicDomainModel>, _ from: Moment?, _ until: Moment?) async throws -> Set<String> {
            Set(try await records.pages("p1", topics: topics, from: from, until: until).flatMap(\.entries).map(\.id))
        }
        #expect(try await ids([.encounter], nil, nil) == ["Encounter/e"])
        #expect(try await ids([.observation], second, third) == ["Observation/b"])
        #expect(try await ids([], second, nil) == ["Observation/b", "Observation/c", "Encounter/e"])
        #expect(try await ids([], nil, second) == ["Observation/a"])
        #expect(try await ids([.condition], nil, nil).isEmpty)
        #expect(try await ids([.encounter, .observation], nil, nil).count == 5)
    }

    @Test("entries read as a person would say them")
    func wording() async throws {
        let records: TestRecords = try TestRecords()
        let quantity: String = ",\"valueQuantity\":{\"value\":52.692030001960916,\"unit\":\"cm\"}"
        let pressure: String = """
            ,"component":[{"code":{"text":"Systolic"},"valueQuantity":{"value":120,"unit":"mmHg"}},\
            {"code":{"coding":[{"display":"Diastolic"}]},"valueQuantity":{"value":80.0,"unit":"mmHg"}}]
            """
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient(), TestBundle.observation("a", time: "2020-03", title: "Body Height", more: quantity),
                TestBundle.observation("b", time: "2020-02", title: "Blood Pressure", more: pressure),
                TestBundle.observation("c", time: "2020-01", more: ",\"valueBoolean\":true"),
                TestBundle.entry(
                    """
                    {"resourceType":"ImagingStudy","id":"d","subject":{"reference":"Patient/p1"},"started":"2019-01-01T10:00:00Z",\
                    "series":[{"modality":{"code":"US","display":"Ultrasound"},"bodySite":{"code":"1","display":"thoracic"}}]}
                    """),
                TestBundle.entry(
                    """
                    {"resourceType":"Goal","id":"e","subject":{"reference":"Patient/p1"},"lifecycleStatus":"accepted",\
                    "description":{"text":"Less salt"}}
                    """),
            ]))
        let entries: [RecordEntryDomainModel] = try await records.pages("p1").flatMap(\.entries)
        #expect(entries.map(\.title) == ["Body Height", "Blood Pressure", "Pulse", "Ultrasound, thoracic", "Less salt"])
        #expect(entries.map(\.value) == ["52.7 cm", "Systolic: 120 mmHg, Diastolic: 80 mmHg", "yes", nil, nil])
        #expect(entries.map(\.recordedTime) == ["2020-03", "2020-02", "2020-01", "2019-01-01T10:00:00Z", nil])
        #expect(entries.map(\.status) == ["final", "final", "final", nil, "accepted"])
    }

    @Test("what was entered in error is no history, and bills are none")
    func noHistory() async throws {
        let records: TestRecords = try TestRecords()
        let subject: String = "\"subject\":{\"reference\":\"Patient/p1\"}"
        try await records.load(
            TestBundle.bundle([
                TestBundle.patient(),
                TestBundle.entry("{\"resourceType\":\"Observation\",\"id\":\"a\",\"status\":\"entered-in-error\",\(subject)}"),
                TestBundle.entry(
                    "{\"resourceType\":\"Condition\",\"id\":\"b\",\"verificationStatus\":{\"coding\":[{\"code\":\"entered-in-error\"}]},\(subject)}"
                ),
                TestBundle.entry("{\"resourceType\":\"Claim\",\"id\":\"c\",\(subject)}"),
            ]))
        #expect(try await records.pages("p1").flatMap(\.entries).isEmpty)
        #expect(try await records.summary.execute(patient: "p1").counts.count == 3)
    }

    @Test("every entry of the samples has a title, and those with a time are in order")
    func samples() async throws {
        for sample in try Samples.all() {
            let records: TestRecords = try TestRecords()
            let patient: String = try #require(try await records.load(sample.bytes).patients.first)
            let entries: [RecordEntryDomainModel] = try await records.pages(patient, size: 11).flatMap(\.entries)
            let counts: [String: Int] = try await records.summary.execute(patient: patient).counts
            let kept: Int = counts.filter { !["Claim", "ExplanationOfBenefit"].contains($0.key) }.values.reduce(0, +)
            #expect(entries.count == kept, "\(sample.name)")
            #expect(entries.allSatisfy { !$0.title.isEmpty && $0.title != String($0.id.prefix { $0 != "/" }) }, "\(sample.name)")
            #expect(entries.filter { $0.topic == .encounter }.allSatisfy { $0.organization != nil })
        }
    }

    @Test("what can not be answered is refused")
    func problems() async throws {
        let records: TestRecords = try await recordsWithTies()
        func problem(_ query: HistoryQueryDomainModel) async throws -> RecordsProblem? {
            do {
                _ = try await records.history.execute(query)
                return nil
            } catch let problem as RecordsProblem {
                return problem
            }
        }
        #expect(try await problem(HistoryQueryDomainModel(patient: "nobody")) == .unknownPatient("nobody"))
        for size: Int in [0, -1, 201] {
            #expect(try await problem(HistoryQueryDomainModel(patient: "p1", pageSize: size)) == .invalidPageSize(size, allowed: 1...200))
        }
        for cursor: String in ["", "x", "h.1", "h.1.2.3", "h.é.1", "h.1.-1", "f.1", "h.zzzzzzzzzzzzzzzzzzzz.1"] {
            #expect(try await problem(HistoryQueryDomainModel(patient: "p1", cursor: cursor)) == .invalidCursor(cursor))
        }
    }

    /// 50 entries at 5 times, 10 without a time.
    private func recordsWithTies() async throws -> TestRecords {
        let records: TestRecords = try TestRecords()
        let entries: [String] = (0..<60).map { TestBundle.observation("o\($0)", time: $0 < 50 ? "200\($0 % 5)-01-01" : nil) }
        try await records.load(TestBundle.bundle([TestBundle.patient()] + entries.shuffled()))
        return records
    }
}
