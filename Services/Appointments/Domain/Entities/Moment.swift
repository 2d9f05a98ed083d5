/// A point in time. Appointments begin and end on whole seconds.
public struct Moment: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// The moment so many seconds later; the last one there is where that is too far.
    public func adding(_ more: Int64) -> Moment {
        let (sum, isTooFar): (Int64, Bool) = seconds.addingReportingOverflow(more)
        return Moment(seconds: isTooFar ? (more < 0 ? .min : .max) : sum)
    }

    public static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }
}
