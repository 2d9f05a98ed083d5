import AppointmentsDomain
import Foundation

/// What a zone's clocks show at each minute of some years: slow, and plainly right.
struct MinuteClock {
    /// Moments around which the zone's clocks change.
    let changes: [Int64]
    private let calendar: Calendar
    private let zone: TimeZone

    struct NoSuchZone: Error {}

    init(_ identifier: String) throws {
        guard let zone: TimeZone = TimeZone(identifier: identifier) else { throw NoSuchZone() }
        self.zone = zone
        var calendar: Calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        var changes: [Int64] = []
        var day: Date = Date(timeIntervalSince1970: 1_700_000_000)
        while let next: Date = zone.nextDaylightSavingTimeTransition(after: day), next.timeIntervalSince1970 < 1_800_000_000 {
            changes.append(Int64(next.timeIntervalSince1970))
            day = next
        }
        self.changes = changes
    }

    /// The slots that begin within the range, by looking at the clock minute by minute.
    func times(of clinic: ClinicDomainModel, from: Int64, until: Int64) -> [Range<Moment>] {
        let first: Int64 = (from / 60 - 4 * 1440) * 60
        let minutes: [Shown] = (0..<(until - first) / 60 + 4 * 1440).map { shown(at: first + $0 * 60) }
        var times: [Range<Moment>] = []
        for day: Int in Set(minutes.map(\.day)).sorted().dropFirst(2).dropLast(2) {
            guard let weekday: Int = minutes.first(where: { $0.day == day })?.weekday else { continue }
            for opening: OpeningDomainModel in clinic.hours[weekday] {
                guard let open: Int = minutes.firstIndex(where: { $0.reached(day, opening.from) }),
                    let close: Int = minutes.firstIndex(where: { $0.reached(day, opening.until) })
                else { continue }
                var start: Int64 = first + Int64(open) * 60
                while start + clinic.slotSeconds <= first + Int64(close) * 60 {
                    if from..<until ~= start { times.append(Moment(seconds: start)..<Moment(seconds: start + clinic.slotSeconds)) }
                    start += clinic.slotSeconds
                }
            }
        }
        return times
    }

    private struct Shown {
        /// Days that grow by one.
        let day: Int
        let weekday: Int
        let minute: Int

        func reached(_ day: Int, _ minute: Int) -> Bool { (self.day - day) * 1440 + self.minute >= minute }
    }

    private func shown(at seconds: Int64) -> Shown {
        let parts: DateComponents = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .weekday], from: Date(timeIntervalSince1970: Double(seconds)))
        let day: CalendarDay = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 1, day: parts.day ?? 1)
        return Shown(day: day.number, weekday: ((parts.weekday ?? 1) + 5) % 7, minute: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }
}
