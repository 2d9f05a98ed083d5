/// A day of the proleptic Gregorian calendar, wherever it is.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Since 1970-01-01.
    public let number: Int

    public init(number: Int) {
        self.number = number
    }

    /// The day that is written so: `2026-03-29`. Nil where there is none.
    public init?(_ text: String) {
        guard text.utf8.count == 10 else { return nil }
        let parts: [Substring] = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let year: Int = Int(parts[0]), let month: Int = Int(parts[1]), let day: Int = Int(parts[2]), 1...12 ~= month
        else { return nil }
        let first: CalendarDay = CalendarDay(year: year, month: month, day: 1)
        let isLast: Bool = month == 12
        let next: CalendarDay = CalendarDay(year: isLast ? year + 1 : year, month: isLast ? 1 : month + 1, day: 1)
        guard 1...(next.number - first.number) ~= day else { return nil }
        number = first.number + day - 1
    }

    /// A day by its parts, each within its range.
    ///
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that the leap day comes last.
    public init(year: Int, month: Int, day: Int) {
        let shifted: Int = month > 2 ? year : year - 1
        let era: Int = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra: Int = shifted - era * 400
        let dayOfYear: Int = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Counted from Monday, 0 to 6.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let rest: Int = (number + 3) % 7
        return rest < 0 ? rest + 7 : rest
    }

    /// Its parts, by the same algorithms.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted: Int = number + 719_468
        let era: Int = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra: Int = shifted - era * 146_097
        let yearOfEra: Int = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear: Int = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth: Int = (5 * dayOfYear + 2) / 153
        let month: Int = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year: Int = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    public func adding(_ days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
