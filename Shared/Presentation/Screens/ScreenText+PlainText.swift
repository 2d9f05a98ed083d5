import ColonnadeContract
public import ColonnadeSystemIO

extension ScreenText {
    /// The text as it is without a language: see ``ScreenArgument/plainText``.
    public var plainText: String { written(\.plainText) }
}

extension ScreenArgument {
    /// The value in no language: numbers with a point, dates and times by ISO 8601, moments in UTC. For text that is read where no
    /// shell writes it: tests, a command line, logs.
    public var plainText: String {
        switch self {
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .number(let number, _): "\(number)"
        case .quantity(let number, let unit): "\(number) \(unit)"
        case .moment(let date), .localMoment(let date, _): date.plainText
        case .day(let day): day.plainText
        case .time(let time): time.plainText
        case .duration(let duration): DurationText.format(duration)
        case .person(let id, _): id
        case .unknown: ""
        }
    }
}

extension Date {
    var plainText: String {
        DateText.format(milliseconds: Int64(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0)
    }
}

extension ScreenDay {
    /// By ISO 8601, as in 2026-05-01.
    public var plainText: String { "\(year)-\(padded(month))-\(padded(day))" }
}

extension ScreenTime {
    /// By ISO 8601, as in 09:30.
    public var plainText: String { "\(padded(hour)):\(padded(minute))" }
}

private func padded(_ number: Int) -> String { (0..<10).contains(number) ? "0\(number)" : "\(number)" }
