import ClinicalRecords
import ClinicalRecordsIO
import Colonnade
import MapsIO
import Testing

@Suite("Boards of clinical-records", .timeLimit(.minutes(2)))
struct BoardTests {
    @Test("an import says how far it has come, then what it did", arguments: RecordsUnderTest.Way.allCases)
    func importBundle(_ way: RecordsUnderTest.Way) async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: way)
        let bundle: [UInt8] = try Samples.bundle("ana-keller")
        let outputs: [ImportOutput] = try await subject.load(bundle, name: "Ana")
        guard case .summary(let summary)? = outputs.last, case .progress(let progress)? = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        #expect(outputs.count == 2 && progress.bytes == bundle.count && progress.entries == summary.entries)
        #expect(summary.name == "Ana" && summary.added == summary.entries && summary.patients.count == 1)
        guard case .summary(let again)? = try await subject.load(bundle).last else { return }
        #expect(again.unchanged == summary.entries && again.added == 0 && again.changed == 0)
        await subject.close()
    }

    @Test("progress is told each megabyte")
    func progress() async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames)
        let note: String = ",\"note\":[{\"text\":\"\(String(repeating: "x", count: 10_000))\"}]"
        let entries: [String] = (0..<310).map { TestBundle.observation("o\($0)", more: note) }
        let bundle: [UInt8] = Array(TestBundle.bundle([TestBundle.patient()] + entries).utf8)
        let steps: [Int] = try await subject.load(bundle, chunk: 60_000).compactMap { output in
            if case .progress(let progress) = output { progress.bytes } else { nil }
        }
        #expect(steps.count == 3 && steps.last == bundle.count)
        #expect(zip([0] + steps, steps.dropLast()).allSatisfy { before, after in after - before >= 1 << 20 })
        await subject.close()
    }

    @Test("a summary, a page and a follower, as another vertical sees them", arguments: RecordsUnderTest.Way.allCases)
    func read(_ way: RecordsUnderTest.Way) async throws {
        let carney: Place = Place(
            id: "carney", name: "Carney Hospital", kind: .hospital, coordinate: Coordinate(latitude: 42, longitude: -71),
            address: PlaceAddress(city: "Boston"))
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: way, maps: FakeMaps(places: [carney]))
        _ = try await subject.load(Array(TestBundle.bundle([TestBundle.patient()]).utf8))
        let follower: OutputSequence<FollowOutput, ClinicalRecordsRefusal>.AsyncIterator = subject.records.follow(
            FollowRequest(patient: "p1", kinds: [.encounter])
        ).makeAsyncIterator()
        guard case .following? = try await follower.next() else {
            Issue.record("the follower does not follow")
            return
        }
        let bundle: String = TestBundle.bundle([
            TestBundle.organization("c", name: "CARNEY HOSPITAL", city: "BOSTON"), TestBundle.observation("o", time: "2019"),
            TestBundle.encounter("e", time: "2020-01-01T10:00:00.5Z", provider: "Organization/c"),
        ])
        _ = try await subject.load(Array(bundle.utf8))
        guard case .added(let told, _)? = try await follower.next() else {
            Issue.record("nothing was told")
            return
        }
        let page: HistoryPage = try await subject.records.medicalHistory(
            HistoryRequest(patient: "p1", kinds: [.encounter, .observation], pageSize: 1))
        #expect(page.entries == [told] && page.placesKnown && page.next != nil)
        #expect(told.id == "Encounter/e" && told.place?.id == "carney" && told.kind == .encounter && told.title == "Check up")
        #expect(told.time == Date(timeIntervalSince1970: 1_577_872_800.5))
        let rest: HistoryPage = try await subject.records.medicalHistory(HistoryRequest(patient: "p1", cursor: page.next))
        #expect(rest.entries.map(\.id) == ["Observation/o"] && rest.next == nil)
        let early: HistoryPage = try await subject.records.medicalHistory(HistoryRequest(patient: "p1", until: told.time))
        #expect(early.entries == rest.entries)
        let summary: PatientSummary = try await subject.records.summary(SummaryRequest(patient: "p1"))
        #expect(summary.counts == ["Encounter": 1, "Observation": 1] && summary.name == "Ana Keller" && summary.birthDate == "1986-03")
        await subject.close()
    }

    @Test("refusals come typed, and leave the records as they were", arguments: RecordsUnderTest.Way.allCases)
    func refusals(_ way: RecordsUnderTest.Way) async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(
            by: way, configuration: ClinicalRecordsConfiguration(importLimit: 3_000))
        let cut: [UInt8] = Array(TestBundle.bundle([TestBundle.patient()]).utf8.dropLast(3))
        guard case .truncated(let position, let reason)? = try await importRefusal(subject, cut) else {
            Issue.record("a truncated bundle was imported")
            return
        }
        #expect(
            position == BundlePosition(line: 1, column: cut.count + 1, offset: cut.count)
                && reason == "the text ends inside an object of entry 0")
        let long: [UInt8] = Array(TestBundle.bundle((0..<40).map { TestBundle.observation("o\($0)") }).utf8)
        #expect(try await importRefusal(subject, long) == .tooLarge(limit: 3_000))
        let records: any ClinicalRecordsInterface = subject.records
        let unknown: ClinicalRecordsRefusal = .unknownPatient(patient: "p1")
        #expect(try await refusal { _ = try await records.summary(SummaryRequest(patient: "p1")) } == unknown)
        #expect(try await refusal { _ = try await records.medicalHistory(HistoryRequest(patient: "p1")) } == unknown)
        #expect(try await refusal { for try await _ in records.follow(FollowRequest(patient: "p1")) {} } == unknown)
        #expect(subject.hasNoLeftovers())
        await subject.close()
    }

    @Test("a caller who leaves in the middle of a transfer leaves nothing behind", arguments: RecordsUnderTest.Way.allCases)
    func interrupted(_ way: RecordsUnderTest.Way) async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: way)
        let commands: Commands<[UInt8]> = Commands()
        let leaving: Task<Void, Never> = Task {
            do {
                for try await _ in subject.records.importBundle(BundleImport(), commands) {}
                Issue.record("half a bundle was imported")
            } catch {
                // The caller has left; what it is told no longer matters.
            }
        }
        let bundle: [UInt8] = Array(TestBundle.bundle([TestBundle.patient(), TestBundle.observation("o")]).utf8)
        for byte: UInt8 in bundle.dropLast(2) { try await commands.send([byte]) }
        leaving.cancel()
        await leaving.value
        let deadline: ContinuousClock.Instant = .now + .seconds(20)
        while !subject.hasNoLeftovers(), .now < deadline { await Task.yield() }
        #expect(subject.hasNoLeftovers())
        let told: ClinicalRecordsRefusal? = try await refusal { _ = try await subject.records.summary(SummaryRequest(patient: "p1")) }
        #expect(told == .unknownPatient(patient: "p1"))
        await subject.close()
    }

    @Test("while a bundle comes in, other calls are answered")
    func callsMeanwhile() async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .throughFrames)
        _ = try await subject.load(Array(TestBundle.bundle([TestBundle.patient()]).utf8))
        let commands: Commands<[UInt8]> = Commands()
        let importing: Task<Int, any Error> = Task {
            var outputs: Int = 0
            for try await _ in subject.records.importBundle(BundleImport(), commands) { outputs += 1 }
            return outputs
        }
        let bundle: [UInt8] = Array(TestBundle.bundle((0..<100).map { TestBundle.observation("o\($0)") }).utf8)
        for start: Int in stride(from: 0, to: bundle.count, by: 500) {
            try await commands.send(Array(bundle[start..<min(start + 500, bundle.count)]))
            #expect(try await subject.records.summary(SummaryRequest(patient: "p1")).counts.isEmpty)
        }
        commands.finish()
        #expect(try await importing.value == 2)
        #expect(try await subject.records.summary(SummaryRequest(patient: "p1")).counts == ["Observation": 100])
        await subject.close()
    }

    @Test("a limit beyond 64 MB is no configuration", arguments: [0, -1, 67_108_865])
    func configuration(limit: Int) async throws {
        await #expect(throws: LaunchError.self) {
            try await RecordsUnderTest(by: .direct, configuration: ClinicalRecordsConfiguration(importLimit: limit))
        }
    }

    private func importRefusal(_ subject: RecordsUnderTest, _ bundle: [UInt8]) async throws -> ClinicalRecordsRefusal? {
        try await refusal { _ = try await subject.load(bundle) }
    }

    /// What the call is refused for; nil where it is not.
    private func refusal(_ call: () async throws -> Void) async throws -> ClinicalRecordsRefusal? {
        do {
            try await call()
            return nil
        } catch CallFailure<ClinicalRecordsRefusal>.refused(let refusal) {
            return refusal
        }
    }
}
