/// How many combining marks, such as accents, stand in a row in a text that comes scalar by scalar.
public struct MarkRun: Sendable {
    /// Marks of a run at most: UAX #15 found that no writing needs as many.
    public static let longest: Int = 30
    /// COMBINING GRAPHEME JOINER: marks behind it are not sorted among those before it.
    public static let joiner: Unicode.Scalar = "\u{34F}"

    /// A bit for each scalar of the first two planes, where all marks are: to ask for a scalar's class takes 20 ns, to look here 2.
    private static let isMark: [UInt64] = (0..<0x800).map { (row: UInt32) in
        (0..<64).reduce(into: 0) { (bits: inout UInt64, column: UInt32) in
            if let scalar: Unicode.Scalar = Unicode.Scalar(row << 6 | column), hasClass(scalar) { bits |= 1 << UInt64(column) }
        }
    }

    private var count: Int = 0
    /// The first half of a surrogate pair, whose second has not come.
    private var high: UInt32?

    /// Before a text's first scalar.
    public init() {}

    /// Whether what came last is no mark.
    public var isEmpty: Bool { count == 0 }

    /// Takes the next scalar.
    /// - Returns: whether it makes the run longer than ``longest``; then it counts as the first of the next one.
    public mutating func isFull(before scalar: Unicode.Scalar) -> Bool {
        let marks: Int = Self.marks(in: scalar)
        guard marks > 0 else {
            count = 0
            return false
        }
        count += marks
        guard count > Self.longest else { return false }
        count = marks
        return true
    }

    /// The same for one unit of UTF-16, as JSON writes it behind `\u`.
    public mutating func isFull(before unit: UInt16) -> Bool {
        switch unit {
        case 0xD800..<0xDC00:
            high = UInt32(unit) - 0xD800
            return false
        case 0xDC00..<0xE000:
            let value: UInt32 = 0x10000 + (high ?? 0) << 10 + UInt32(unit) - 0xDC00
            return isFull(before: Unicode.Scalar(value) ?? Self.joiner)
        default: return isFull(before: Unicode.Scalar(unit) ?? Self.joiner)
        }
    }

    /// The marks that a scalar begins with in normal form D.
    private static func marks(in scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: 0
        // Two marks in one, of which three do not say so by their class.
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        // The voice marks of narrow kana are marks in the form that ignores width.
        case 0xFF9E, 0xFF9F: 1
        case 0..<0x20000: Int(isMark[Int(scalar.value >> 6)] >> UInt64(scalar.value & 63) & 1)
        default: hasClass(scalar) ? 1 : 0
        }
    }

    private static func hasClass(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.canonicalCombiningClass != .notReordered }
}
