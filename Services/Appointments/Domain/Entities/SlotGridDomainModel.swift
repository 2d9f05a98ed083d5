/// Which days of free times are wanted.
public struct SlotGridQueryDomainModel: Hashable, Sendable {
    public let clinic: String
    /// Whose times; nil for those of whoever is free.
    public let practitioner: String?
    /// The first day, by the clinic's calendar; nil for today.
    public let first: CalendarDay?

    public init(clinic: String, practitioner: String? = nil, first: CalendarDay? = nil) {
        self.clinic = clinic
        self.practitioner = practitioner
        self.first = first
    }
}

/// The free times of some days at a clinic, each time once.
public struct SlotGridDomainModel: Hashable, Sendable {
    /// A free time, and who is free then.
    public struct Time: Hashable, Sendable {
        public let start: Moment
        public let practitioner: String

        public init(start: Moment, practitioner: String) {
            self.start = start
            self.practitioner = practitioner
        }
    }

    /// A day of the clinic's calendar, with its times in order.
    public struct Day: Hashable, Sendable {
        public let day: CalendarDay
        public let times: [Time]

        public init(day: CalendarDay, times: [Time]) {
            self.day = day
            self.times = times
        }
    }

    /// The most days, and the most times but for those of one day, which are always whole.
    public static let mostDays: Int = 7
    public static let mostTimes: Int = 300

    public let clinic: ClinicDomainModel
    public let days: [Day]
    /// Where earlier days begin; nil where there are none.
    public let earlier: CalendarDay?
    /// Where later days begin; nil where none can be booked yet.
    public let later: CalendarDay?

    public init(clinic: ClinicDomainModel, days: [Day], earlier: CalendarDay?, later: CalendarDay?) {
        self.clinic = clinic
        self.days = days
        self.earlier = earlier
        self.later = later
    }
}
