/// A time with a practitioner at a clinic.
public struct SlotDomainModel: Hashable, Sendable {
    public let clinic: String
    public let practitioner: String
    public let start: Moment
    public let end: Moment

    public init(clinic: String, practitioner: String, start: Moment, end: Moment) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.start = start
        self.end = end
    }
}
