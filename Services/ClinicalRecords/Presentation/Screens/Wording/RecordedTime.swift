import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

/// When something was, as precisely as the record has it.
struct RecordedTime: Hashable, Sendable {
    /// How much of the moment the record says.
    private enum Precision {
        case year, month, day, moment
    }

    let moment: Moment
    private let precision: Precision

    /// Nil where the record does not say.
    init?(_ entry: RecordEntryDomainModel) {
        guard let moment: Moment = entry.time else { return nil }
        self.moment = moment
        precision =
            switch entry.recordedTime?.utf8.count {
            case 4: .year
            case 7: .month
            case 10: .day
            default: .moment
            }
    }

    /// As a person reads it: days as they were recorded, moments in the person's time zone.
    var argument: ScreenArgument {
        let day: ScreenDay = moment.day
        return switch precision {
        case .year: .text(String(day.plainText.prefix(4)))
        case .month: .text(String(day.plainText.dropLast(3)))
        case .day: .day(day)
        case .moment: .moment(Date(moment))
        }
    }
}

extension Moment {
    private static let microsecondsOfDay: Int64 = 86_400_000_000

    /// The day, by UTC.
    var day: ScreenDay {
        // Counted from 1 March of the year 0, so that the leap day is the last of its year, in eras of 400 years.
        let begun: Int64 = microseconds / Self.microsecondsOfDay - (microseconds % Self.microsecondsOfDay < 0 ? 1 : 0)
        let days: Int = Int(begun) + 719_468
        let era: Int = days >= 0 ? days / 146_097 : (days - 146_096) / 146_097
        let dayOfEra: Int = days - era * 146_097
        let yearOfEra: Int = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear: Int = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month: Int = (5 * dayOfYear + 2) / 153
        let isAfterNewYear: Bool = month >= 10
        return ScreenDay(
            year: yearOfEra + era * 400 + (isAfterNewYear ? 1 : 0), month: isAfterNewYear ? month - 9 : month + 3,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// The first moment of a day, by UTC, or of as many days later. The day is one that a day field takes.
    init(_ day: ScreenDay, daysLater: Int = 0) {
        let marchYear: Int = day.month > 2 ? day.year : day.year - 1
        let dayOfYear: Int = (153 * ((day.month + 9) % 12) + 2) / 5 + day.day - 1
        let days: Int = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468 + daysLater
        self.init(microseconds: Int64(days) * Self.microsecondsOfDay)
    }
}
