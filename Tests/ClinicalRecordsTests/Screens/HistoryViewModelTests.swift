import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

@testable import ClinicalRecordsPresentation

@Suite("The view models of clinical-records over use cases of a test", .timeLimit(.minutes(2)))
struct HistoryViewModelTests {
    @Test("Pages follow by their cursors, and a filter begins anew")
    func pages() async throws {
        let records: FakeRecords = FakeRecords((0..<60).map { FakeRecords.entry("\($0)", at: Int64(1_000_000_000 - $0 * 86_400)) })
        try await show(records) { screen in
            #expect(try await screen.now.rows.count == 25)
            for count: Int in [50, 60] {
                let more: (list: String, cursor: String) = try #require(try await screen.now.more)
                try await screen.act(more.list, .more(cursor: more.cursor))
                try await screen.shows { $0.rows.count == count }
            }
            #expect(try await screen.now.more == nil)
            let day: ScreenDay = ScreenDay(year: 2001, month: 9, day: 1)
            try await screen.act("filter", .submitted(["kinds": .options(["observation"]), "from": .day(day), "until": .day(nil)]))
            try await screen.shows { $0.rows.count == 9 && $0.field("from")?.input != historyView(Self.empty).field("from")?.input }
            let query: HistoryQueryDomainModel = try #require(records.asked.all.last)
            #expect(query.topics == [.observation] && query.from == Moment(day) && query.until == nil && query.cursor == nil)
        }
    }

    @Test("Days in the wrong order are said to be so, and nothing is asked for")
    func wrongDays() async throws {
        let records: FakeRecords = FakeRecords([FakeRecords.entry("a", at: 1_000)])
        try await show(records) { screen in
            let (first, last): (ScreenDay, ScreenDay) = (ScreenDay(year: 2020, month: 1, day: 2), ScreenDay(year: 2020, month: 1, day: 1))
            try await screen.act("filter", .submitted(["from": .day(first), "until": .day(last)]))
            let shown: Screen = try await screen.shows { $0.field("until")?.error != nil }
            #expect(shown.rows.count == 1 && records.asked.all.count == 1)
            try await screen.act("filter", .submitted(["from": .day(nil), "until": .day(nil)]))
            try await screen.shows { $0.rows.count == 1 && $0.field("until")?.error == nil }
            _ = try await records.asked.nth(2)
        }
    }

    @Test("What is imported appears where it belongs, as a change of its year alone")
    func live() async throws {
        let records: FakeRecords = FakeRecords([
            FakeRecords.entry("b", at: 1_580_000_000), FakeRecords.entry("a", at: 1_500_000_000),
        ])
        try await show(records) { screen in
            _ = try await screen.now
            records.tell(FakeRecords.entry("new", at: 1_500_000_001))
            try await screen.shows { $0.rows.map(\.id) == ["Observation/b", "Observation/new", "Observation/a"] }
            guard case .replaced(let list)? = screen.changes.all.last?.first else {
                Issue.record("\(screen.changes.all)")
                return
            }
            #expect(screen.changes.all.last?.count == 1 && list.id == "entries-2017")
            try await screen.act("entries-2017", .chosen("Observation/new"))
            #expect(try await screen.routes.first().value(as: HistoryRoute.self) == .entryChosen(id: "Observation/new"))
        }
    }

    @Test("A session that has ended sees neither news nor pages", arguments: [true, false])
    func ended(byNews: Bool) async throws {
        let records: FakeRecords = FakeRecords((0..<60).map { FakeRecords.entry("\($0)", at: Int64(1_000_000_000 - $0)) })
        let ended: ClinicalRecordsRefusal? = try await refusal {
            try await show(records) { screen in
                let more: (list: String, cursor: String) = try #require(try await screen.now.more)
                records.isAllowed.withLock { $0 = false }
                if byNews {
                    records.tell(FakeRecords.entry("new", at: 2_000_000_000))
                } else {
                    try await screen.act(more.list, .more(cursor: more.cursor))
                }
                // It ends by itself.
                try await never()
            }
        }
        #expect(ended == .sessionNeeded(reason: SessionError.revoked.description))
    }

    @Test("Patients are paged up to what a screen shows, which says that there are more")
    func patients() async throws {
        let records: FakeRecords = FakeRecords([])
        let board: PatientsScreenBoard = PatientsScreenBoard(
            useCase: FindPatientsUseCase(patients: records), access: records.access, among: ShareLimit(1, of: "screens are open"))
        try await ShownScreen.with {
            board.activate(with: PatientsScreenInput(), $0)
        } tried: { screen in
            while let more: (list: String, cursor: String) = try await screen.now.more {
                let count: Int = try await screen.now.rows.count
                try await screen.act(more.list, .more(cursor: more.cursor))
                try await screen.shows { $0.rows.count > count }
            }
            #expect(try await screen.now.rows.count == PatientsState.mostRows)
            #expect(try await screen.now.element("more") != nil)
            // One more than may be open is declined before anything is done.
            await #expect(throws: CallFailure<ClinicalRecordsRefusal>.self) {
                try await ShownScreen().show { board.activate(with: PatientsScreenInput(), $0) }
            }
        }
        try await ShownScreen.with {
            board.activate(with: PatientsScreenInput(), $0)
        } tried: {
            _ = try await $0.now
        }
    }

    private static let empty: HistoryState = HistoryState(name: "", filter: HistoryState.Filter())

    /// Shows a history over the records, and closes it.
    private func show(_ records: FakeRecords, _ body: @escaping @Sendable (ShownScreen) async throws -> Void) async throws {
        let board: ShownScreen.Board = { OutputSequence(showing: historyView, $0) { try await records.historyModel() } }
        try await ShownScreen.with(board, tried: body)
    }
}
