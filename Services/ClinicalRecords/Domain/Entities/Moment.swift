/// A point in time.
public struct Moment: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Moment, right: Moment) -> Bool { left.microseconds < right.microseconds }
}
