/// What the parameters of a pattern, and those of the query, stand for in one link.
public struct LinkParameters: Hashable, Sendable {
    private let values: [String: String]

    /// Parameters as text, by name. One of the path hides one of the query.
    public init(_ values: [String: String]) {
        self.values = values
    }

    /// A parameter as text; nil where there is none. One of the path is always there.
    public subscript(name: String) -> String? { values[name] }

    /// A parameter as an integer; nil where there is none, or where one of the query is something else.
    public func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

    /// A parameter as a day; nil where there is none, or where one of the query is something else.
    public func day(_ name: String) -> ScreenDay? { values[name].flatMap { ScreenDay(iso: $0) } }
}

extension ScreenDay {
    /// A day as ISO 8601 writes it: `2026-11-23`; nil where the text is something else, or the calendar has no such day.
    public init?(iso text: String) {
        guard text.utf8.count == 10 else { return nil }
        let parts: [Substring] = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits: ClosedRange<UInt8> = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
            let year: Int = Int(parts[0]), let month: Int = Int(parts[1]), let day: Int = Int(parts[2]), (1...12).contains(month)
        else { return nil }
        let isLeap: Bool = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let length: Int = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...length).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
