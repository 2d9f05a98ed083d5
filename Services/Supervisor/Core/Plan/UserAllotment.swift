/// Which number each vertical of a home has as its user and its group. A number stays with its vertical, and is not another's before the
/// vertical and its state are gone.
public struct UserAllotment: Hashable, Sendable {
    /// What is wrong with the text of an allotment.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The longest text that is read, in bytes: a line for each of the longest range.
    public static let longestText: Int = 6 << 20

    public private(set) var numbers: [String: UInt32] = [:]
    /// The values of ``numbers``.
    private var used: Set<UInt32> = []

    public init() {}

    /// Reads what ``text`` wrote: a line each, a name and a number.
    public init(_ text: String) throws(Fault) {
        var owners: [UInt32: String] = [:]
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line): (Int, Substring) in lines.enumerated() where !line.isEmpty {
            let words: [Substring] = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, !words[0].isEmpty, let number: UInt32 = UInt32(words[1]), number >= UserRange.lowest else {
                throw Fault(description: "line \(index + 1) is not a name and a number")
            }
            let name: String = String(words[0])
            if let other: String = owners.updateValue(name, forKey: number) {
                throw Fault(description: "line \(index + 1) gives \(name) the number of \(other)")
            }
            guard numbers.updateValue(number, forKey: name) == nil else {
                throw Fault(description: "line \(index + 1) names \(name) again")
            }
        }
        used = Set(owners.keys)
    }

    public var text: String {
        numbers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    }

    /// The number of a vertical: the one that it has, where it lies in the range and is no account's; otherwise the next free one.
    /// - Parameters:
    ///   - place: tells homes apart: each begins elsewhere in the range, so that two of one machine hardly ever meet.
    ///   - isTaken: whether an account or a group of the system has a number.
    ///   - isBusy: whether a process of a number runs; asked of new ones only.
    /// - Returns: nil where none is left.
    public mutating func allot(
        _ name: String, from range: UserRange, place: String, isTaken: (UInt32) -> Bool, isBusy: (UInt32) -> Bool = { _ in false }
    ) -> UInt32? {
        if let number: UInt32 = numbers[name], range.contains(number), !isTaken(number) { return number }
        let start: Int = Int(Self.hash(place) % UInt64(range.count))
        for step: Int in 0..<range.count {
            let number: UInt32 = range.from + UInt32((start + step) % range.count)
            guard !used.contains(number), !isTaken(number), !isBusy(number) else { continue }
            if let former: UInt32 = numbers.updateValue(number, forKey: name) { used.remove(former) }
            used.insert(number)
            return number
        }
        return nil
    }

    /// Forgets the verticals that are gone with all that they had.
    public mutating func keep(where isKept: (String) -> Bool) {
        numbers = numbers.filter { isKept($0.key) }
        used = Set(numbers.values)
    }

    /// FNV-1a, 64 bits: the same at every start, which Swift's own hashes are not.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
