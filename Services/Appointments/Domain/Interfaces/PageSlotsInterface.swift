/// Cursors of slots, as callers keep them.
public protocol PageSlotsInterface: Sendable {
    /// The cursor that goes on behind a slot.
    func cursor(after slot: SlotDomainModel) -> String

    /// Where a cursor goes on.
    /// - Throws: ``AppointmentsProblem/invalidCursor(_:)``.
    func position(of cursor: String) throws(AppointmentsProblem) -> SlotPosition
}

/// A place in the order of slots: by start, then clinic, then practitioner.
public struct SlotPosition: Hashable, Comparable, Sendable {
    public let start: Moment
    public let clinic: String
    public let practitioner: String

    public init(start: Moment, clinic: String, practitioner: String) {
        self.start = start
        self.clinic = clinic
        self.practitioner = practitioner
    }

    public init(_ slot: SlotDomainModel) {
        self.init(start: slot.start, clinic: slot.clinic, practitioner: slot.practitioner)
    }

    public static func < (left: SlotPosition, right: SlotPosition) -> Bool {
        (left.start, left.clinic, left.practitioner) < (right.start, right.clinic, right.practitioner)
    }
}
