import ClinicSessions
import ClinicalRecords
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import MapsIO
import Testing

@Suite("The screens of clinical-records, as a shell has them", .timeLimit(.minutes(2)))
struct ScreensEndToEndTests {
    private typealias Subject = (sessions: SignedSessions, subject: RecordsUnderTest, records: any ClinicalRecordsInterface)

    @Test("Staff find each patient of the samples, see what is recorded, all of the history, and each kind of entry")
    func walk() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let samples: [(name: String, bytes: [UInt8])] = try Samples.all()
        try await sessions.with(SignedSessions.staff) {
            let patients: [String] = try await importAll(samples, records)
            for patient: String in Set(patients) {
                let summary: PatientSummary = try await records.summary(SummaryRequest(patient: patient))
                try await find(summary, records)
                try await ShownScreen.with {
                    records.summaryScreen(SummaryScreenInput(patient: patient), $0)
                } tried: { screen in
                    #expect(try await screen.now.values("facts")["Name"] == summary.name)
                    let kind: ScreenRow = try #require(try await screen.now.rows.first)
                    try await screen.act("kinds", .chosen(kind.id))
                    let route: SummaryRoute? = try await screen.routes.first().value()
                    guard case .historyChosen(patient, let kinds)? = route, kinds.count == 1 else {
                        Issue.record("\(String(describing: route))")
                        return
                    }
                }
                for entry: String in try await readHistory(of: patient, records) { try await look(at: entry, records) }
            }
        }
        await subject.close()
    }

    @Test("An import on one screen appears on another, by changes alone", arguments: RecordsUnderTest.Way.allCases)
    func live(_ way: RecordsUnderTest.Way) async throws {
        let (sessions, subject, records): Subject = try await makeSubject(way)
        try await sessions.with(SignedSessions.staff) {
            try await ShownScreen.with {
                records.medicalHistoryScreen(HistoryScreenInput(patient: "p1"), $0)
            } tried: { history in
                #expect(try await history.now.element("nothing") != nil)
                try await ShownScreen.with {
                    records.summaryScreen(SummaryScreenInput(patient: "p1"), $0)
                } tried: { summary in
                    #expect(try await summary.now.rows.isEmpty)
                    try await ShownScreen.with {
                        records.importScreen((), $0)
                    } tried: { importing in
                        let bundle: String = TestBundle.bundle([TestBundle.patient("p1"), TestBundle.observation("a")])
                        try await importing.upload(Array(bundle.utf8))
                        let done: Screen = try await importing.shows { $0.element("result") != nil }
                        #expect(done.values("result")["New"] == "1" && done.values("result")["Known already"] == "1")
                        try await importing.act("patients", .chosen("p1"))
                        #expect(try await importing.routes.first().value(as: ImportRoute.self) == .patientChosen(id: "p1"))
                    }
                    try await summary.shows { $0.rows.map(\.id) == ["observation"] }
                }
                try await history.shows { $0.rows.map(\.id) == ["Observation/a"] }
                #expect(history.changes.all.count == 1)
            }
        }
        await subject.close()
    }

    @Test("A refused file says where it is wrong, changes nothing, and another one can follow")
    func refused() async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        try await sessions.with(SignedSessions.chief) {
            try await ShownScreen.with {
                records.importScreen((), $0)
            } tried: { screen in
                let good: String = TestBundle.bundle([TestBundle.patient("p8")])
                let bad: String = "{\"resourceType\":\"Bundle\",\n\"type\":\"collection\",\n\"entry\":[{\"resource\":}]}"
                try await screen.upload(Array(bad.utf8), chunk: 5)
                let shown: Screen = try await screen.shows { $0.element("problem") != nil }
                #expect(shown.values("problem")["Line"] == "3" && shown.values("problem")["Column"] == "22")
                try await screen.upload(Array((good + "x").utf8))
                try await screen.shows { $0.element("why")?.name.plainText.hasPrefix("This is no JSON") == true && $0 != shown }
                let type: String = TestBundle.bundle(type: "history", [TestBundle.patient("p8")])
                try await screen.upload(Array(type.utf8))
                try await screen.shows { $0.element("why")?.name.plainText.contains("of type history") == true }
                #expect(subject.hasNoLeftovers())
                try await screen.upload(Array(good.utf8))
                let done: Screen = try await screen.shows { $0.element("result") != nil }
                // Operators import, and look at nobody.
                #expect(done.rows.map(\.isChoosable) == [false])
            }
        }
        await subject.close()
    }

    @Test("An upload that is stopped, or whose page is closed, leaves nothing behind", arguments: [true, false])
    func abandoned(isSaid: Bool) async throws {
        let (sessions, subject, records): Subject = try await makeSubject()
        let bundle: [UInt8] = Array(TestBundle.bundle([TestBundle.patient("p9")] + (0..<300).map { TestBundle.observation("o\($0)") }).utf8)
        try await sessions.with(SignedSessions.staff) {
            try await ShownScreen.with {
                records.importScreen((), $0)
            } tried: { screen in
                try await screen.upload(Array(bundle.dropLast(2)), chunk: 1_000, ends: isSaid ? .abandoned : nil)
                if isSaid { try await screen.shows { $0.element("why")?.name.plainText.hasPrefix("It was stopped") == true } }
            }
            let told: CallFailure<ClinicalRecordsRefusal>? = await #expect(throws: CallFailure<ClinicalRecordsRefusal>.self) {
                try await records.summary(SummaryRequest(patient: "p9"))
            }
            guard case .refused(.unknownPatient)? = told else {
                Issue.record("half a bundle was imported")
                return
            }
        }
        let deadline: ContinuousClock.Instant = .now + .seconds(20)
        while !subject.hasNoLeftovers(), .now < deadline { await Task.yield() }
        #expect(subject.hasNoLeftovers())
        await subject.close()
    }

    @Test("Files are as large as may be imported, and no larger")
    func tooLarge() async throws {
        let (sessions, subject, records): Subject = try await makeSubject(configuration: ClinicalRecordsConfiguration(importLimit: 3_000))
        try await sessions.with(SignedSessions.staff) {
            try await ShownScreen.with {
                records.importScreen((), $0)
            } tried: { screen in
                guard case .file(_, mostBytes: 3_000)? = try await screen.now.field("file")?.input else {
                    Issue.record("the screen does not say how large a file may be")
                    return
                }
                try await screen.act("file", .upload(.began(name: "a", mediaType: "application/json", size: 3_001)))
                _ = try await screen.alerts.first { $0.message.plainText.contains("larger than 3000 bytes") }
                // One that does not say how large it is, and grows.
                try await screen.act("file", .upload(.began(name: "a", mediaType: "application/json", size: nil)))
                let spaces: [UInt8] = [UInt8](repeating: 0x20, count: 2_000)
                for _: Int in 0..<2 { try await screen.act("file", .upload(.chunk(spaces))) }
                _ = try await screen.alerts.nth(2)
                try await screen.shows { $0.element("refused") != nil }
            }
        }
        #expect(subject.hasNoLeftovers())
        await subject.close()
    }

    private func makeSubject(
        _ way: RecordsUnderTest.Way = .throughFrames, configuration: ClinicalRecordsConfiguration = ClinicalRecordsConfiguration()
    ) async throws -> Subject {
        let sessions: SignedSessions = SignedSessions()
        let subject: RecordsUnderTest = try await RecordsUnderTest(
            by: way, configuration: configuration, verifier: sessions.keyring.makeVerifier())
        _ = try await sessions.with(SignedSessions.chief) {
            try await subject.load(Array(TestBundle.bundle([TestBundle.patient("p1"), TestBundle.patient("p2")]).utf8))
        }
        return (sessions, subject, subject.records)
    }

    /// Imports each file on one screen. - Returns: the patients in them.
    private func importAll(
        _ samples: [(name: String, bytes: [UInt8])], _ records: any ClinicalRecordsInterface
    ) async throws -> [String] {
        let found: Mailbox<[String]> = Mailbox()
        try await ShownScreen.with {
            records.importScreen((), $0)
        } tried: { screen in
            for (name, bytes): (String, [UInt8]) in samples {
                try await screen.upload(bytes, name: name)
                let done: Screen = try await screen.shows { $0.values("result")["File"] == name }
                found.put(done.rows.map(\.id))
            }
        }
        return found.all.flatMap(\.self)
    }

    private func find(_ patient: PatientSummary, _ records: any ClinicalRecordsInterface) async throws {
        let name: String = patient.name.split(separator: " ").map { String($0.prefix(3)) }.joined(separator: " ").uppercased()
        try await ShownScreen.with {
            records.patientsScreen(PatientsScreenInput(), $0)
        } tried: { screen in
            _ = try await screen.now
            try await screen.act("search", .submitted(["words": .text(name)]))
            try await screen.shows { $0.field("words")?.input == .text(name, autocomplete: "off") && $0.list(of: patient.patient) != nil }
            try await screen.act("patients", .chosen(patient.patient))
            #expect(try await screen.routes.first().value(as: PatientsRoute.self) == .patientChosen(id: patient.patient))
        }
    }

    /// Reads a history on its screen, page by page, and compares it with what the board says. - Returns: an entry of each kind.
    private func readHistory(of patient: String, _ records: any ClinicalRecordsInterface) async throws -> [String] {
        let entries: [HistoryEntry] = try await entries(of: patient, records)
        try await ShownScreen.with {
            records.medicalHistoryScreen(HistoryScreenInput(patient: patient), $0)
        } tried: { screen in
            var seen: [String] = try await screen.now.rows.map(\.id)
            while let more: (list: String, cursor: String) = try await screen.now.more {
                try await screen.act(more.list, .more(cursor: more.cursor))
                let shown: Screen = try await screen.shows { [seen] in $0.rows.last.map { !seen.contains($0.id) } ?? false }
                let known: Set<String> = Set(seen)
                seen += shown.rows.map(\.id).filter { !known.contains($0) }
            }
            #expect(seen == entries.map(\.id))
            let isCut: Bool = try await screen.now.element("newest") != nil
            #expect(isCut == (seen.count > 200))
            let first: String = try #require(try await screen.now.rows.first?.id)
            try await screen.act(try #require(try await screen.now.list(of: first)), .chosen(first))
            #expect(try await screen.routes.first().value(as: HistoryRoute.self) == .entryChosen(id: first))
        }
        return Dictionary(entries.map { ($0.kind, $0.id) }) { first, _ in first }.values.sorted()
    }

    private func entries(of patient: String, _ records: any ClinicalRecordsInterface) async throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        var cursor: String?
        repeat {
            let page: HistoryPage = try await records.medicalHistory(HistoryRequest(patient: patient, pageSize: 200, cursor: cursor))
            entries += page.entries
            cursor = page.next
        } while cursor != nil
        return entries
    }

    private func look(at entry: String, _ records: any ClinicalRecordsInterface) async throws {
        try await ShownScreen.with {
            records.documentScreen(DocumentScreenInput(entry: entry), $0)
        } tried: { screen in
            #expect(try await screen.now.values("facts")["Number"] == entry)
            #expect(try await screen.now.values("details").isEmpty == false)
            guard let related: ScreenRow = try await screen.now.rows.first else { return }
            try await screen.act("related", .chosen(related.id))
            #expect(try await screen.routes.first().value(as: DocumentRoute.self) == .entryChosen(id: related.id))
        }
    }
}
