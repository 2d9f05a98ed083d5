/// RFC 3339 times from and to nanoseconds since 1970 UTC, in whole numbers, so that nothing is rounded.
package enum DateText {
    private static let nanosecondsASecond: Int64 = 1_000_000_000

    /// - Returns: nil where the text is no RFC 3339 time, or lies outside 1677 to 2262.
    static func nanoseconds(_ text: String) -> Int64? {
        var reader: DateTextReader = DateTextReader(text)
        guard let year: Int = reader.number(4), reader.take("-"), let month: Int = reader.number(2), reader.take("-"),
            let day: Int = reader.number(2), reader.take("T") || reader.take("t") || reader.take(" "),
            let hour: Int = reader.number(2), reader.take(":"), let minute: Int = reader.number(2), reader.take(":"),
            let second: Int = reader.number(2), let fraction: Int64 = reader.fraction(), let offset: Int = reader.offset(),
            reader.isAtEnd, (1...12).contains(month), day >= 1, day <= days(in: month, of: year), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let seconds: Int64 = Int64(daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset)
        let (whole, overflow): (Int64, Bool) = seconds.multipliedReportingOverflow(by: nanosecondsASecond)
        let (sum, sumOverflow): (Int64, Bool) = whole.addingReportingOverflow(fraction)
        return overflow || sumOverflow ? nil : sum
    }

    /// The time in UTC, with as many digits behind the second as it has (none, 3, 6 or 9).
    static func format(nanoseconds: Int64) -> String {
        let seconds: Int64 = floorDivide(nanoseconds, nanosecondsASecond)
        // seconds * 10⁹ alone can lie below Int64.min; the difference never does.
        let fraction: Int64 = nanoseconds &- seconds &* nanosecondsASecond
        return "\(format(seconds: seconds))\(digits(fraction))Z"
    }

    /// The time in UTC with three digits behind the second, as logs have it.
    package static func format(milliseconds: Int64) -> String {
        let seconds: Int64 = floorDivide(milliseconds, 1_000)
        return "\(format(seconds: seconds)).\(padded(Int(milliseconds - seconds * 1_000), 3))Z"
    }

    private static func format(seconds: Int64) -> String {
        let days: Int64 = floorDivide(seconds, 86_400)
        let rest: Int = Int(seconds - days * 86_400)
        let (year, month, day): (Int, Int, Int) = civil(Int(days))
        let date: String = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time: String = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        return "\(date)T\(time)"
    }

    private static func digits(_ fraction: Int64) -> String {
        if fraction == 0 { return "" }
        if fraction % 1_000_000 == 0 { return "." + padded(Int(fraction / 1_000_000), 3) }
        if fraction % 1_000 == 0 { return "." + padded(Int(fraction / 1_000), 6) }
        return "." + padded(Int(fraction), 9)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let text: String = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
        value / by - (value % by < 0 ? 1 : 0)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Days to dates and back in eras of 400 years, each beginning on a 1st of March: Howard Hinnant,
    // "chrono-compatible low-level date algorithms".

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y: Int = month <= 2 ? year - 1 : year
        let era: Int = (y >= 0 ? y : y - 399) / 400
        let yearOfEra: Int = y - era * 400
        let dayOfYear: Int = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra: Int = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let z: Int = days + 719_468
        let era: Int = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra: Int = z - era * 146_097
        let yearOfEra: Int = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear: Int = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted: Int = (5 * dayOfYear + 2) / 153
        let month: Int = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

/// Takes an RFC 3339 time apart.
struct DateTextReader {
    private let bytes: [UInt8]
    private var position: Int = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
        defer { position += 1 }
        return Int(bytes[position]) - 48
    }

    mutating func number(_ digits: Int) -> Int? {
        var value: Int = 0
        for _: Int in 0..<digits {
            guard let digit: Int = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Nanoseconds behind the second; 0 where there is no point. What lies below one nanosecond is cut off.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        guard let first: Int = digit() else { return nil }
        var weight: Int64 = 100_000_000
        var value: Int64 = Int64(first) * weight
        while let digit: Int = digit() {
            weight /= 10
            value += Int64(digit) * weight
        }
        return value
    }

    /// Seconds that the local time is ahead of UTC.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isAhead: Bool = take("+")
        guard isAhead || take("-"), let hours: Int = number(2), take(":"), let minutes: Int = number(2), hours < 24,
            minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }
}
