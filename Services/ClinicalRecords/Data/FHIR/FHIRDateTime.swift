public import ClinicalRecordsDomain

/// A FHIR `dateTime`, `date` or `instant`: `2015`, `2015-02`, `2015-02-07` or `2015-02-07T13:28:17.239+02:00`.
///
/// Less than a day's precision counts as its first moment; a time without a zone, which FHIR allows for no time of day,
/// is refused. The last day of a month is checked.
public struct FHIRDateTime: Hashable, Sendable {
    /// As it was recorded.
    public let text: String
    /// Its first moment, in UTC where it has no time of day.
    public let moment: Moment

    /// Nil where the text is no FHIR dateTime.
    public init?(_ text: String) {
        var parser: DateTimeParser = DateTimeParser(text)
        guard let microseconds: Int64 = parser.parse() else { return nil }
        self.text = text
        moment = Moment(microseconds: microseconds)
    }
}

extension FHIRDateTime: Decodable {
    public init(from decoder: any Decoder) throws {
        let container: any SingleValueDecodingContainer = try decoder.singleValueContainer()
        let text: String = try container.decode(String.self)
        guard let value: FHIRDateTime = FHIRDateTime(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text.prefix(40))' is no FHIR dateTime")
        }
        self = value
    }
}

/// Reads the parts of a dateTime from left to right.
private struct DateTimeParser {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8.prefix(64))[...]
    }

    mutating func parse() -> Int64? {
        guard let year: Int = number(4), year > 0 else { return nil }
        var month: Int = 1
        var day: Int = 1
        if skip("-") {
            guard let value: Int = number(2), (1...12).contains(value) else { return nil }
            month = value
            if skip("-") {
                guard let value: Int = number(2), (1...Self.days(in: month, of: year)).contains(value) else { return nil }
                day = value
                if skip("T") { return timeOfDay(afterDay: Self.dayNumber(year, month, day)) }
            }
        }
        return rest.isEmpty ? Int64(Self.dayNumber(year, month, day)) * 86_400_000_000 : nil
    }

    private mutating func timeOfDay(afterDay day: Int) -> Int64? {
        guard let hour: Int = number(2), hour < 24, skip(":"), let minute: Int = number(2), minute < 60, skip(":"),
            let second: Int = number(2), second <= 60, let fraction: Int = fraction(), let zone: Int = zone(), rest.isEmpty
        else { return nil }
        let seconds: Int = day * 86_400 + hour * 3_600 + minute * 60 + second - zone
        return Int64(seconds) * 1_000_000 + Int64(fraction)
    }

    /// Microseconds; further digits are cut off.
    private mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits: ArraySlice<UInt8> = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return (0..<6).reduce(0) { value, index in
            value * 10 + (index < digits.count ? Int(digits[digits.startIndex + index]) - 0x30 : 0)
        }
    }

    /// Seconds east of UTC.
    private mutating func zone() -> Int? {
        if skip("Z") { return 0 }
        let sign: Int = skip("+") ? 1 : (skip("-") ? -1 : 0)
        guard sign != 0, let hours: Int = number(2), hours <= 14, skip(":"), let minutes: Int = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first: UInt8 = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap: Bool = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : ([4, 6, 9, 11].contains(month) ? 30 : 31)
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counting years from March so that the leap day is the last.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear: Int = month > 2 ? year : year - 1
        let dayOfYear: Int = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}
