/// The numbers of users or groups that a user namespace has, as user_namespaces(7) writes them: lines of a first number inside, the one that
/// it is outside, and how many there are.
public struct NumberMap: Hashable, Sendable {
    private let lines: [Range<UInt64>]

    /// Lines that make no sense have no numbers.
    public init(_ text: String) {
        lines = text.split(separator: "\n").map { line in
            let words: [UInt64?] = line.split(whereSeparator: \.isWhitespace).map { UInt64($0) }
            guard words.count == 3, let first: UInt64 = words[0], let count: UInt64 = words[2], first <= UInt32.max, count <= UInt32.max
            else { return 0..<0 }
            return first..<first + count
        }
    }

    /// The line in which a number stands, from 0; nil where there is none.
    public func line(of number: UInt32) -> Int? { lines.firstIndex { $0.contains(UInt64(number)) } }
}
