import AppointmentsDomain
import Colonnade

extension Date {
    init(_ moment: Moment) {
        self.init(timeIntervalSince1970: Double(moment.seconds))
    }
}

extension Moment {
    /// Nil where the date is not on a whole second.
    init?(exactly date: Date) {
        guard let seconds: Int64 = Int64(exactly: date.timeIntervalSince1970) else { return nil }
        self.init(seconds: seconds)
    }

    /// The first whole second at a date or after it; a date beyond what fits counts as the last that does.
    init(from date: Date) {
        let seconds: Double = date.timeIntervalSince1970.rounded(.up)
        self.init(seconds: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
    }
}
