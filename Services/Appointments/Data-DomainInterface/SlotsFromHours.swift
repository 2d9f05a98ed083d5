public import AppointmentsData
public import AppointmentsDomain

/// Divides opening hours into slots, by the clock of the clinic's time zone.
///
/// A clinic opens and closes at the first moment at which its clock shows that time or a later one: where clocks go
/// forward over 02:30, 02:30 is the moment at which they do; where they go back, it is the first of the two. In between,
/// slots follow each other without a gap, so the longest day has more of them and the shortest fewer.
public struct SlotsFromHours: MakeSlotsInterface {
    private static let day: Int64 = 86_400

    private let zones: [String: ZoneOffsets]

    /// - Parameter zones: by identifier, of all clinics.
    public init(zones: [String: ZoneOffsets]) {
        self.zones = zones
    }

    public func times(of clinic: ClinicDomainModel, in range: Range<Moment>) -> [Range<Moment>] {
        guard let zone: ZoneOffsets = zones[clinic.timeZone], !range.isEmpty else { return [] }
        // Hours may reach to the end of a day, and a day begins at another moment where clocks are changed at midnight.
        let first: Int = Self.localDay(range.lowerBound, zone) - 1
        let last: Int = Self.localDay(range.upperBound, zone) + 1
        var times: [Range<Moment>] = []
        for day: CalendarDay in (first...last).map(CalendarDay.init(number:)) {
            for opening: OpeningDomainModel in clinic.hours[day.weekday] {
                let close: Int64 = Self.moment(of: day, minutes: opening.until, zone)
                var start: Int64 = Self.moment(of: day, minutes: opening.from, zone)
                while start + clinic.slotSeconds <= close {
                    let moment: Moment = Moment(seconds: start)
                    start += clinic.slotSeconds
                    if range.contains(moment) { times.append(moment..<Moment(seconds: start)) }
                }
            }
        }
        return times
    }

    public func day(of moment: Moment, at clinic: ClinicDomainModel) -> CalendarDay {
        guard let zone: ZoneOffsets = zones[clinic.timeZone] else { return CalendarDay(number: 0) }
        return CalendarDay(number: Self.localDay(moment, zone))
    }

    public func bounds(of day: CalendarDay, at clinic: ClinicDomainModel) -> Range<Moment> {
        guard let zone: ZoneOffsets = zones[clinic.timeZone] else { return Moment(seconds: 0)..<Moment(seconds: 0) }
        let from: Int64 = Self.moment(of: day, minutes: 0, zone)
        return Moment(seconds: from)..<Moment(seconds: Self.moment(of: day.adding(1), minutes: 0, zone))
    }

    private static func localDay(_ moment: Moment, _ zone: ZoneOffsets) -> Int {
        let local: Int64 = moment.seconds + zone.offset(at: moment.seconds)
        return Int(local / day) - (local % day < 0 ? 1 : 0)
    }

    /// The first moment at which the zone's clock shows this time of this day, or a later one.
    private static func moment(of day: CalendarDay, minutes: Int, _ zone: ZoneOffsets) -> Int64 {
        let local: Int64 = Int64(day.number) * Self.day + Int64(minutes) * 60
        let before: Int64 = zone.offset(at: local - Self.day)
        let after: Int64 = zone.offset(at: local + Self.day)
        let early: Int64 = local - before
        if before == after || zone.offset(at: early) == before { return early }
        let late: Int64 = local - after
        if zone.offset(at: late) == after { return late }
        // The clock skips this time: find when it does.
        var (old, new): (Int64, Int64) = (late, early)
        while new - old > 1 {
            let middle: Int64 = old + (new - old) / 2
            if zone.offset(at: middle) == after { new = middle } else { old = middle }
        }
        return new
    }
}
