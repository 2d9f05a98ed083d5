public import AppointmentsIO
public import ColonnadeContract
public import ColonnadePresentation
import ColonnadeSystemIO

/// Whose appointments a step is about.
public enum AppointmentsOwner: Hashable, Sendable {
    /// A patient, by the id of their records; nil for the person themselves.
    case patient(String?)
    /// The minor for whom the person acts.
    case ward
}

/// Where somebody can be among the appointments.
public enum AppointmentsStep: FlowStep {
    /// Whose appointments there are.
    case list(of: AppointmentsOwner)
    /// Books one. The key is drawn once for each booking that is to be made, and stays while it goes on; nil for a new one.
    case booking(for: AppointmentsOwner, key: UUID?, near: BookingPlace?)
    /// One appointment.
    case appointment(id: UUID, of: AppointmentsOwner)
    /// What a clinic has today; nil for its first.
    case today(clinic: String?)

    /// What comes after a route; nil where that is no step among the appointments.
    init?(after route: AppointmentsFlowRoute) {
        switch route {
        case .list(.appointmentChosen(let id), let owner): self = .appointment(id: id, of: owner)
        case .today(.appointmentChosen(let id)): self = .appointment(id: id, of: .patient(nil))
        case .list(.bookingWanted(let patient), let owner), .appointment(.bookingWanted(let patient), let owner):
            self = .booking(for: owner == .ward ? .ward : .patient(patient), key: nil, near: nil)
        case .booking(.booked(let appointment), let booking): self = .appointment(id: appointment.id, of: booking.owner)
        case .list(.calendarWanted, _), .list(.unknown, _), .booking(.placeWanted, _), .booking(.unknown, _),
            .appointment(.calendarWanted, _), .appointment(.placeChosen, _), .appointment(.unknown, _), .today(.unknown):
            return nil
        }
    }
}

/// A booking that goes on.
struct OngoingBooking: Hashable, Sendable {
    let key: UUID
    let owner: AppointmentsOwner
}

/// What screens of appointments say that has happened, and to whose.
enum AppointmentsFlowRoute: Sendable {
    case list(AppointmentListRoute, of: AppointmentsOwner)
    case booking(BookingRoute, OngoingBooking)
    case appointment(AppointmentRoute, of: AppointmentsOwner)
    case today(TodayRoute)
}
