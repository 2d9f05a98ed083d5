import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import Testing

@testable import ClinicalRecordsPresentation

@Suite("The views of clinical-records", .timeLimit(.minutes(2)))
struct ViewTests {
    /// What a bundle may say: markup, places of arguments, directions of writing, one endless character, and a megabyte.
    private static let hostile: [String] = [
        "<script>alert(1)</script>", "{0}{1}{99}", "\u{202E}desrever", "a" + String(repeating: "\u{301}", count: 100_000),
        String(repeating: "💉", count: 250_000), "",
    ]

    @Test("A history is one list a year, newest first, and only the last goes on")
    func history() throws {
        var state: HistoryState = HistoryState(name: "Ana Keller", filter: HistoryState.Filter(topics: [.observation]))
        let entries: [RecordEntryDomainModel] = [
            FakeRecords.entry("c", at: 1_580_000_000, value: "72 /min"), FakeRecords.entry("b", at: 1_560_000_000),
            FakeRecords.entry("a", at: nil),
        ]
        state.begin(with: HistoryPageDomainModel(entries: entries, next: "x", follow: "", placesKnown: false), of: state.asked)
        let screen: Screen = historyView(state)
        try screen.check()
        #expect(screen.title.plainText == "Medical history of Ana Keller")
        #expect(screen.rows.map(\.id) == entries.map(\.id))
        #expect(screen.more?.list == "entries-undated" && screen.more?.cursor == "x")
        #expect(["year-2020", "year-2019", "year-undated", "places"].allSatisfy { screen.element($0) != nil })
        #expect(screen.rows.map { $0.detail?.plainText.replacing(".000Z", with: "Z") }.first == "2020-01-26T00:53:20Z · 72 /min · final")
        #expect(screen.rows[2].detail?.plainText == "final")
        guard case .choice(let options, selected: ["observation"], severalAllowed: true)? = screen.field("kinds")?.input else {
            Issue.record("the kinds are no choice")
            return
        }
        #expect(options.count == EntryTopicDomainModel.allCases.count)
        #expect(
            historyView(HistoryState(name: "", filter: HistoryState.Filter())).element("nothing")?.name.plainText == "Nothing is recorded")
    }

    @Test("Whatever a bundle says is an argument of a text, and as much as a screen may hold", arguments: hostile)
    func bounded(_ text: String) throws {
        let entry: @Sendable (Int) -> RecordEntryDomainModel = { number in
            RecordEntryDomainModel(
                id: "Observation/\(number)", patient: "p1", topic: .observation, time: Moment(microseconds: Int64(number)),
                recordedTime: text, title: text, value: text, status: text, organization: text)
        }
        var state: HistoryState = HistoryState(name: text.bounded(to: 200), filter: HistoryState.Filter())
        let page: HistoryPageDomainModel = HistoryPageDomainModel(
            entries: (0..<HistoryState.mostRows).map { entry(HistoryState.mostRows - $0) }, next: nil, follow: "")
        state.begin(with: page, of: state.asked)
        let place: RecordPlaceDomainModel = RecordPlaceDomainModel(id: "x", name: text, address: text, latitude: 1, longitude: 1)
        var placed: RecordEntryDomainModel = entry(1)
        placed.place = place
        let details: RecordDetailsDomainModel = RecordDetailsDomainModel(
            entry: placed, texts: [text, text, text], facts: (0..<150).map { _ in RecordFactDomainModel(path: text, value: text) },
            related: (0..<50).map { entry($0 + 10) })
        let position: TextPosition = TextPosition(line: 1, column: 2, offset: 3)
        let problem: ImportProblem = .bundle(.invalidEntry(entry: 1, position, reason: text))
        let screens: [Screen] = [
            historyView(state), documentView(details),
            summaryView(RecordSummaryDomainModel(patient: "p1", name: text, birthDate: "1986", counts: [:])),
            patientsView(
                PatientsState(
                    text: "", page: PatientPageDomainModel(patients: [PatientDomainModel(id: "p1", name: text, birthDate: nil)], next: nil))
            ),
            importView(ImportScreenState(mostBytes: 1, seesPatients: true, step: .refused(file: "a.json", problem))),
        ]
        for screen: Screen in screens {
            try screen.check()
            // None of it has become a part of a text that is taken for something else.
            #expect(text.isEmpty || screen.patterns.allSatisfy { !$0.contains(text.prefix(9)) }, "\(screen.title.plainText.prefix(40))")
        }
    }

    @Test("A refused import says where: line, column, resource")
    func refusal() throws {
        let position: TextPosition = TextPosition(line: 12, column: 34, offset: 5_678)
        let view: (BundleProblem) -> Screen = { problem in
            importView(ImportScreenState(mostBytes: 64 << 20, seesPatients: true, step: .refused(file: "ana.json", .bundle(problem))))
        }
        let missing: Screen = view(.missingID(entry: 7, resourceType: "Goal", position))
        #expect(
            missing.values("problem") == ["Entry, from 0": "7", "Resource": "Goal", "Line": "12", "Column": "34", "Byte, from 0": "5678"])
        #expect(missing.element("why")?.name.plainText == "A resource of type Goal has no id.")
        #expect(view(.tooManyImports(limit: 8)).element("problem") == nil)
        let twice: Screen = view(.duplicateResource(resource: "Goal/1", entry: 3, earlier: 2))
        #expect(twice.values("problem") == ["Entry, from 0": "3", "Resource": "Goal/1"])
        guard case .file(_, mostBytes: 64 << 20)? = missing.field("file")?.input else {
            Issue.record("another file can not be chosen")
            return
        }
    }

    @Test("An import shows how far it is, and what it did; operators do not choose patients")
    func importing() throws {
        let read: ImportProgressDomainModel = ImportProgressDomainModel(bytes: 512, entries: 3)
        let receiving: Screen = importView(
            ImportScreenState(mostBytes: 1, seesPatients: false, step: .receiving(file: "a", size: 1_024, read: read)))
        guard case .progress(_, fraction: 0.5)? = receiving.element("progress")?.content else {
            Issue.record("there is no progress")
            return
        }
        let report: ImportReportDomainModel = ImportReportDomainModel(
            name: "a", bytes: 2_048, added: 3, changed: 2, unchanged: 1, patients: ["p1"])
        for seesPatients: Bool in [true, false] {
            let done: Screen = importView(ImportScreenState(mostBytes: 1, seesPatients: seesPatients, step: .done(report)))
            try done.check()
            #expect(
                done.values("result") == [
                    "File": "a", "Entries": "6", "New": "3", "Changed": "2", "Known already": "1", "Size": "2.0 KiBy",
                ])
            #expect(done.rows.map(\.isChoosable) == [seesPatients])
        }
    }

    @Test("A summary leads to the history and the documents of its patient")
    func summary() throws {
        let summary: RecordSummaryDomainModel = RecordSummaryDomainModel(
            patient: "p1", name: "Ana Keller", birthDate: "1986-03-04", counts: [:], topics: [.observation: 12, .goal: 1])
        let screen: Screen = summaryView(summary)
        #expect(screen.values("facts") == ["Name": "Ana Keller", "Born": "1986-03-04", "Patient number": "p1"])
        #expect(screen.rows.map(\.id) == ["observation", "goal"] && screen.rows[0].badge?.plainText == "12")
        #expect(screen.element(SummaryElement.appointments) == nil)
        let onward: Screen = summaryView(summary, leadsToAppointments: true)
        try onward.check()
        guard case .link(_, let appointments)? = onward.element(SummaryElement.appointments)?.content else {
            Issue.record("there is no way to the appointments")
            return
        }
        #expect(appointments.value() == SummaryRoute.appointmentsChosen(patient: "p1"))
        guard case .link(_, let history)? = screen.element("history")?.content,
            case .link(_, let documents)? = screen.element("documents")?.content
        else {
            Issue.record("there are no links")
            return
        }
        #expect(history.value(as: SummaryRoute.self) == .historyChosen(patient: "p1", kinds: []))
        #expect(documents.value(as: SummaryRoute.self) == .documentsChosen(patient: "p1"))
    }
}

extension Screen {
    /// All texts without their arguments.
    fileprivate var patterns: [String] { [title.text] + elements.flatMap(\.patterns) }
}

extension ScreenElement {
    fileprivate var patterns: [String] {
        let texts: [ScreenText] =
            switch content {
            case .heading(let text, _), .text(let text), .notice(let text, _), .progress(let text, _), .link(let text, _): [text]
            case .keyValues(let values): values.flatMap { [$0.key, $0.value] }
            case .list(let list): list.rows.flatMap { [$0.title, $0.detail, $0.badge].compactMap(\.self) }
            case .map(let map): map.points.map(\.title)
            default: []
            }
        let inner: [ScreenElement] = if case .section(_, let elements) = content { elements } else { [] }
        return [name.text] + texts.map(\.text) + inner.flatMap(\.patterns)
    }
}
