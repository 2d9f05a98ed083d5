import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation
import Testing

@testable import ClinicalRecordsPresentation

@Suite("A stretch of a history, as a screen keeps it", .timeLimit(.minutes(2)))
struct HistoryStateTests {
    private typealias Entry = RecordEntryDomainModel

    @Test("Pages and news in any order show what a new look shows", arguments: 0..<200 as Range<UInt64>)
    func converges(seed: UInt64) {
        var random: Dice = Dice(seed: seed)
        var kept: [Entry] = (0..<Int.random(in: 0...40, using: &random)).map { Self.entry($0, &random) }.sorted(by: Self.isBefore)
        let size: Int = 7
        var state: HistoryState = HistoryState(name: "", filter: HistoryState.Filter())
        state.begin(with: Self.page(kept, from: 0, size), of: HistoryState.Filter())
        for step: Int in 0..<30 {
            if Bool.random(using: &random), let next: String = state.next {
                // A page goes on behind the last entry that was read, which stays the last one.
                let last: Int = kept.firstIndex { $0.id == next }.map { $0 + 1 } ?? kept.count
                state.goOn(with: Self.page(kept, from: last, size))
            } else {
                let entry: Entry = Self.entry(100 + step, &random)
                kept = (kept + [entry]).sorted(by: Self.isBefore)
                state.place(entry)
            }
        }
        let shown: [String] = state.rows.map(\.id)
        #expect(shown == Array(kept.map(\.id).prefix(shown.count)), "seed \(seed)")
        #expect(state.next != nil || shown.count == kept.count, "seed \(seed)")
    }

    @Test("An entry that changed stays one, moves with its time, and leaves where the filter no longer takes it")
    func changed() {
        let filter: HistoryState.Filter = HistoryState.Filter(from: ScreenDay(year: 1970, month: 1, day: 1))
        var state: HistoryState = HistoryState(name: "", filter: filter)
        let entries: [Entry] = [3, 2, 1].map { FakeRecords.entry("\($0)", at: $0 * 100_000) }
        state.begin(with: HistoryPageDomainModel(entries: entries, next: nil, follow: ""), of: filter)
        state.place(FakeRecords.entry("2", at: 200_000, title: "Heart rate"))
        #expect(state.rows.map(\.id) == ["Observation/3", "Observation/2", "Observation/1"])
        #expect(state.rows[1].row.title.plainText == "Heart rate")
        state.place(FakeRecords.entry("1", at: 400_000))
        #expect(state.rows.map(\.id) == ["Observation/1", "Observation/3", "Observation/2"])
        state.place(FakeRecords.entry("3", at: nil))
        state.place(FakeRecords.entry("2", at: -1))
        #expect(state.rows.map(\.id) == ["Observation/1"])
        state.remove("Observation/1")
        #expect(state.rows.isEmpty)
    }

    @Test("It is never longer than it may be, and says at which end something is left out")
    func bounds() {
        var state: HistoryState = HistoryState(name: "", filter: HistoryState.Filter())
        let entries: [Entry] = (0..<400).map { FakeRecords.entry("\($0)", at: Int64(10_000 - $0)) }
        state.begin(with: Self.page(entries, from: 0, 150), of: HistoryState.Filter())
        state.goOn(with: Self.page(entries, from: 150, 150))
        #expect(state.rows.count == HistoryState.mostRows && state.isCutAbove && !state.isCutBelow)
        #expect(state.rows.first?.id == entries[100].id && state.rows.last?.id == entries[299].id)
        // What is newer than all that is shown is not put between.
        state.place(FakeRecords.entry("new", at: 20_000))
        #expect(state.rows.first?.id == entries[100].id)
        state.begin(with: Self.page(entries, from: 0, 200), of: HistoryState.Filter())
        state.place(FakeRecords.entry("new", at: 20_000))
        #expect(state.rows.count == HistoryState.mostRows && state.isCutBelow && state.next == nil)
        #expect(state.rows.first?.id == "Observation/new" && state.rows.last?.id == entries[198].id)
        state.place(FakeRecords.entry("old", at: 1))
        #expect(state.rows.last?.id == entries[198].id)
    }

    @Test(
        "Days are those of the calendar, before 1970 and in leap years as well",
        arguments: [-719_162, -1, 0, 11_016, 11_017, 18_321, 2_932_896])
    func days(_ number: Int64) {
        let moment: Moment = Moment(microseconds: number * 86_400_000_000)
        #expect(Moment(moment.day) == moment)
        #expect(Moment(microseconds: (number + 1) * 86_400_000_000 - 1).day == moment.day)
        #expect(Moment(moment.day, daysLater: 1).microseconds == (number + 1) * 86_400_000_000)
        let known: [Int64: String] = [
            -719_162: "1-01-01", -1: "1969-12-31", 0: "1970-01-01", 11_016: "2000-02-29", 11_017: "2000-03-01", 18_321: "2020-02-29",
            2_932_896: "9999-12-31",
        ]
        #expect(moment.day.plainText == known[number])
    }

    private static func entry(_ number: Int, _ random: inout Dice) -> Entry {
        // Few different times, so that there are many ties.
        FakeRecords.entry("\(number)", at: Bool.random(using: &random) ? Int64.random(in: 0..<10, using: &random) * 1_000 : nil)
    }

    /// Newest first; of the same time the last that came.
    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        let times: (Int64, Int64) = (left.time?.microseconds ?? .min, right.time?.microseconds ?? .min)
        return times.0 == times.1 ? Self.number(left) > Self.number(right) : times.0 > times.1
    }

    private static func number(_ entry: Entry) -> Int { Int(entry.id.split(separator: "/")[1]) ?? 0 }

    /// The cursor is the last entry's id.
    private static func page(_ entries: [Entry], from start: Int, _ size: Int) -> HistoryPageDomainModel {
        let end: Int = min(start + size, entries.count)
        return HistoryPageDomainModel(
            entries: Array(entries[min(start, end)..<end]), next: end < entries.count ? entries[end - 1].id : nil, follow: "")
    }
}

/// The same numbers for the same seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed: UInt64 = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
