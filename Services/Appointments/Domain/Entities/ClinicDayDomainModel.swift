/// A clinic's day of today.
public struct ClinicDayDomainModel: Hashable, Sendable {
    /// The id of the clinic.
    public let clinic: String
    public let name: String
    public let timeZone: String
    public let day: CalendarDay
    /// From when until when it lasts.
    public let bounds: Range<Moment>
    /// How long it still lasts.
    public let secondsLeft: Int64

    public init(clinic: String, name: String, timeZone: String, day: CalendarDay, bounds: Range<Moment>, secondsLeft: Int64) {
        self.clinic = clinic
        self.name = name
        self.timeZone = timeZone
        self.day = day
        self.bounds = bounds
        self.secondsLeft = secondsLeft
    }
}
