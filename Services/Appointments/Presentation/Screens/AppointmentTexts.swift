import AppointmentsDomain
import Colonnade
import ColonnadePresentation

extension ScreenArgument {
    /// A moment, by the clock of a clinic.
    static func time(_ moment: Moment, in timeZone: String) -> ScreenArgument { .localMoment(Date(moment), timeZone: timeZone) }

    /// A distance as people say it: metres up to a kilometre, then kilometres.
    static func metres(_ metres: Double) -> ScreenArgument {
        metres.rounded() < 1_000 ? .quantity(metres.rounded(), unit: "m") : .quantity((metres / 100).rounded() / 10, unit: "km")
    }
}

extension ScreenDay {
    init(_ day: CalendarDay) {
        let (year, month, day): (Int, Int, Int) = day.parts
        self.init(year: year, month: month, day: day)
    }
}

extension AppointmentDetailsDomainModel {
    /// When it begins, by the clinic's clock.
    var time: ScreenText { "\(ScreenArgument.time(start, in: timeZone))" }

    /// What became of it; nil where it stands.
    var fate: ScreenText? { appointment.status == .cancelled ? "Cancelled" : nil }
}

/// Why what somebody wanted on a screen was not done, where they can do something else.
enum ScreenProblem: Hashable, Sendable {
    /// Somebody else has the slot.
    case taken
    /// There is no such slot, or not any more.
    case noSlot
    /// It has begun already.
    case begun
    /// A cancelled appointment can not be moved.
    case cancelled

    /// Nil where a person can mend nothing.
    init?(_ problem: AppointmentsProblem) {
        switch problem {
        case .taken: self = .taken
        case .unknownSlot, .unknownPractitioner: self = .noSlot
        case .past: self = .begun
        case .cancelled: self = .cancelled
        default: return nil
        }
    }

    var notice: ScreenElement {
        let text: ScreenText =
            switch self {
            case .taken: "Somebody else has taken this time meanwhile. These are free now; choose another."
            case .noSlot: "This time can not be booked any more. These are free now; choose another."
            case .begun: "This has begun already."
            case .cancelled: "The appointment was cancelled meanwhile, and can not be moved."
            }
        return .notice("problem", text, kind: .warning)
    }
}
