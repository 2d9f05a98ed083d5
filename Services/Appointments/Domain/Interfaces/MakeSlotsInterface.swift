/// Divides opening hours into slots, whether they are free or not.
public protocol MakeSlotsInterface: Sendable {
    /// The times of a clinic's slots that begin within the range, in order; every practitioner has them.
    func times(of clinic: ClinicDomainModel, in range: Range<Moment>) -> [Range<Moment>]

    /// Which day it is at a clinic then.
    func day(of moment: Moment, at clinic: ClinicDomainModel) -> CalendarDay

    /// From when until when a day lasts at a clinic.
    func bounds(of day: CalendarDay, at clinic: ClinicDomainModel) -> Range<Moment>
}
