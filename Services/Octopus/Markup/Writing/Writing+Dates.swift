import ColonnadeContract
import ColonnadePresentation
import ColonnadeSystemIO
import FoundationEssentials
import FoundationInternationalization

extension Writing {
    /// A moment in the person's time zone.
    func written(_ date: Date) -> String {
        written(date, in: Self.zone(timeZone))
    }

    /// A moment in a place's time zone, which is named where it is not the person's own.
    func written(_ date: Date, at place: String) -> String {
        guard place != timeZone else { return written(date) }
        let zone: TimeZone = Self.zone(place)
        guard date.isSensible else { return "–" }
        return "\(written(date, in: zone)) (\(date.formatted(style(in: zone).timeZone(.specificName(.short)))))"
    }

    /// The time alone, in a place's time zone.
    func time(of date: Date, at place: String) -> String {
        guard date.isSensible else { return "–" }
        return date.formatted(withTime(style(in: Self.zone(place))))
    }

    /// A day in full.
    func written(_ day: ScreenDay) -> String {
        guard let date: Date = date(of: day) else { return day.plainText }
        return date.formatted(
            Date.FormatStyle(date: .long, time: .omitted, locale: locale, calendar: Self.calendar, timeZone: Self.zone("UTC")))
    }

    /// A day by its name, as over a column.
    func short(_ day: ScreenDay) -> (weekday: String, day: String) {
        guard let date: Date = date(of: day) else { return ("", day.plainText) }
        let style: Date.FormatStyle = style(in: Self.zone("UTC"))
        return (date.formatted(style.weekday(.wide)), date.formatted(style.day().month(.abbreviated)))
    }

    /// A moment in few letters, as under an axis.
    func short(_ date: Date, withYear: Bool) -> String {
        guard date.isSensible else { return "–" }
        let style: Date.FormatStyle = style(in: Self.zone(timeZone)).day().month(.abbreviated)
        return date.formatted(withYear ? style.year() : style)
    }

    func written(_ time: ScreenTime) -> String {
        guard (0..<24).contains(time.hour), (0..<60).contains(time.minute) else { return time.plainText }
        return self.time(of: Date(timeIntervalSince1970: Double(time.hour * 3_600 + time.minute * 60)), at: "UTC")
    }

    /// The first moment of a day in UTC; nil where the calendar does not have it.
    func date(of day: ScreenDay) -> Date? {
        guard (1...9_999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day) else { return nil }
        let parts: DateComponents = DateComponents(
            calendar: Self.calendar, timeZone: Self.zone("UTC"), year: day.year, month: day.month, day: day.day)
        return parts.isValidDate ? parts.date : nil
    }

    private func written(_ date: Date, in zone: TimeZone) -> String {
        guard date.isSensible else { return "–" }
        return date.formatted(withTime(style(in: zone).year().month(.abbreviated).day()))
    }

    /// With the time: where the day has 24 hours, the hour has two digits.
    private func withTime(_ style: Date.FormatStyle) -> Date.FormatStyle {
        switch locale.hourCycle {
        case .zeroToTwentyThree, .oneToTwentyFour: style.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits)
        default: style.hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits)
        }
    }

    private func style(in zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: Self.calendar, timeZone: zone)
    }

    /// UTC where there is no such zone.
    private static func zone(_ name: String) -> TimeZone {
        let isName: Bool = (1...64).contains(name.utf8.count) && !name.contains(".") && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return (isName ? TimeZone(identifier: name) : nil) ?? .gmt
    }

    private static let calendar: Calendar = Calendar(identifier: .gregorian)
}

extension Date {
    /// Whether it lies in the years 1 to 9999, which is what calendars write.
    var isSensible: Bool { (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970) }
}
