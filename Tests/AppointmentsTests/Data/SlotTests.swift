import AppointmentsData
import AppointmentsDataDomainInterface
import AppointmentsDomain
import Colonnade
import Foundation
import Testing

@Suite("Slots", .timeLimit(.minutes(3)))
struct SlotTests {
    private static let zones: [String] = [
        "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Cairo", "America/Havana",
        "Pacific/Apia", "UTC",
    ]

    @Test("are those of a model that looks at the clinic's clock minute by minute", arguments: zones)
    func model(zone: String) throws {
        let seed: UInt64 = UInt64.random(in: 0...UInt64.max)
        var numbers: SeededGenerator = SeededGenerator(seed: seed)
        let clock: MinuteClock = try MinuteClock(zone)
        let slots: SlotsFromHours = SlotsFromHours(zones: [zone: try #require(ZoneOffsets(zone))])
        for round: Int in 0..<4 {
            let clinic: ClinicDomainModel = TestClinics.clinic(
                "c", zone: zone, hours: (0..<7).map { _ in Self.hours(&numbers) },
                minutes: [5, 7, 20, 30, 45, 90].randomElement(using: &numbers) ?? 5)
            // Every other time around a change of the clocks, where the zone has any.
            let change: Int64? = round.isMultiple(of: 2) ? clock.changes.randomElement(using: &numbers) : nil
            let middle: Int64 = change ?? Int64.random(in: 1_700_000_000...1_800_000_000, using: &numbers)
            let from: Int64 = middle - Int64.random(in: 0...172_800, using: &numbers)
            let until: Int64 = from + Int64.random(in: 1...345_600, using: &numbers)
            let found: [Range<Moment>] = slots.times(of: clinic, in: Moment(seconds: from)..<Moment(seconds: until))
            let expected: [Range<Moment>] = clock.times(of: clinic, from: from, until: until)
            #expect(found == expected, "seed \(seed), round \(round), from \(from) until \(until), \(clinic)")
        }
    }

    @Test("the shortest day has an hour less of them, and the longest one more")
    func changeOfClocks() throws {
        let zone: String = "America/New_York"
        let slots: SlotsFromHours = SlotsFromHours(zones: TestClinics.zones(zone))
        let clinic: ClinicDomainModel = TestClinics.clinic(
            "night", zone: zone, hours: Array(repeating: [OpeningDomainModel(from: 0, until: 360)], count: 7))
        let counts: [Int] = try ["2026-03-07", "2026-03-08", "2026-11-01"].map { day in
            slots.times(of: clinic, in: slots.bounds(of: try #require(CalendarDay(day)), at: clinic)).count
        }
        #expect(counts == [12, 10, 14])
        let late: ClinicDomainModel = TestClinics.clinic(
            "late", zone: zone, hours: Array(repeating: [OpeningDomainModel(from: 150, until: 240)], count: 7))
        let day: Range<Moment> = slots.bounds(of: try #require(CalendarDay("2026-03-08")), at: late)
        #expect(day.lowerBound == Moment(seconds: 1_772_946_000) && day.upperBound == Moment(seconds: 1_773_028_800))
        // 02:30 is skipped: it opens at 03:00, which is 07:00 in UTC.
        #expect(slots.times(of: late, in: day).map(\.lowerBound.seconds) == [1_772_953_200, 1_772_955_000])
    }

    @Test("free ones come page by page, each once, without those that are booked")
    func pages() async throws {
        let subject: TestAppointments = try TestAppointments()
        let seed: UInt64 = UInt64.random(in: 0...UInt64.max)
        var numbers: SeededGenerator = SeededGenerator(seed: seed)
        var expected: Set<String> = Set((0..<96).flatMap { ["\($0) stein", "\($0) okafor"] })
        for booked: String in expected.sorted().shuffled(using: &numbers).prefix(60) {
            let parts: [Substring] = booked.split(separator: " ")
            try await subject.book(try #require(Int(parts[0])), with: String(parts[1]))
            expected.remove(booked)
        }
        var (found, cursor): ([SlotDomainModel], String?) = ([], nil)
        repeat {
            let page: SlotPageDomainModel = try await subject.slots.execute(
                SlotQueryDomainModel(
                    from: TestAppointments.start(-5), until: TestAppointments.start(96), pageSize: Int.random(in: 1...20, using: &numbers),
                    cursor: cursor))
            found += page.slots
            cursor = page.next
        } while cursor != nil
        #expect(found.map(\.start) == found.map(\.start).sorted(), "seed \(seed)")
        let words: [String] = found.map { "\(($0.start.seconds - 1_000_800) / 1800) \($0.practitioner)" }
        #expect(words.count == expected.count && Set(words) == expected, "seed \(seed)")
    }

    @Test("a query that asks too much, or makes no sense, is refused")
    func refusals() async throws {
        let subject: TestAppointments = try TestAppointments()
        func ask(_ query: SlotQueryDomainModel) async throws -> AppointmentsProblem? {
            try await problem { _ = try await subject.slots.execute(query) }
        }
        let start: Moment = TestAppointments.start(0)
        let month: Moment = start.adding(31 * 86_400)
        #expect(try await ask(SlotQueryDomainModel(from: start, until: month)) == nil)
        #expect(try await ask(SlotQueryDomainModel(from: start, until: month.adding(1))) == .rangeTooLong(days: 32, limit: 31))
        let forever: SlotQueryDomainModel = SlotQueryDomainModel(from: Moment(seconds: .min), until: Moment(seconds: .max))
        #expect(try await ask(forever) == .rangeTooLong(days: .max, limit: 31))
        #expect(try await ask(SlotQueryDomainModel(from: start, until: start)) == .emptyRange)
        #expect(try await ask(SlotQueryDomainModel(from: start, until: month, pageSize: 0)) == .invalidPageSize(0, allowed: 1...500))
        #expect(try await ask(SlotQueryDomainModel(clinic: "none", from: start, until: month)) == .unknownClinic("none"))
        #expect(try await ask(SlotQueryDomainModel(practitioner: "none", from: start, until: month)) == .unknownPractitioner("none"))
        for cursor: String in ["", "s.1.2", "s.1.zz.00", "s.1.6.61", "l.1.1", "s.1.ff.61"] {
            #expect(try await ask(SlotQueryDomainModel(from: start, until: month, cursor: cursor)) == .invalidCursor(cursor))
        }
    }

    @Test("days are read strictly, and written back as they were")
    func days() {
        let wrong: [String] = [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "2026-01-32", "", "20260101", "2026-01-0x", "+026-01-01",
        ]
        for text: String in wrong {
            #expect(CalendarDay(text) == nil)
        }
        for number: Int in stride(from: -800_000, to: 800_000, by: 97) {
            let (year, month, day): (Int, Int, Int) = CalendarDay(number: number).parts
            #expect(CalendarDay(year: year, month: month, day: day).number == number)
        }
        #expect(CalendarDay("2024-02-29")?.number == 19_782 && CalendarDay("1970-01-01")?.weekday == 3)
    }

    /// None to three opening hours, which do not overlap.
    private static func hours(_ numbers: inout SeededGenerator) -> [OpeningDomainModel] {
        let count: Int = Int.random(in: 0...3, using: &numbers) * 2
        let times: [Int] = Set((0..<count).map { _ in Int.random(in: 0...96, using: &numbers) * 15 }).sorted()
        return stride(from: 0, to: times.count - 1, by: 2).map { OpeningDomainModel(from: times[$0], until: times[$0 + 1]) }
    }
}
