import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What the screen of an appointment shows.
struct AppointmentScreenState: Hashable, Sendable {
    var details: AppointmentDetailsDomainModel
    /// Whether the one who looks sees several patients.
    var isForStaff: Bool
    /// The times to which it may be moved, while it is being moved.
    var choice: SlotChoice?
    /// Whether it was moved on this screen.
    var isMoved: Bool = false
    var problem: ScreenProblem?
}

/// The screen of an appointment: a pure function.
func appointmentView(_ state: AppointmentScreenState) -> Screen {
    let details: AppointmentDetailsDomainModel = state.details
    return Screen(
        title: "Appointment with \(details.practitioner)",
        elements: notices(state) + [.keyValues("facts", name: "About this appointment", facts(state))] + changes(state) + ways(details))
}

private func notices(_ state: AppointmentScreenState) -> [ScreenElement] {
    if let problem: ScreenProblem = state.problem { return [problem.notice] }
    if state.details.appointment.status == .cancelled { return [.notice("status", "This appointment is cancelled.", kind: .warning)] }
    return state.isMoved ? [.notice("status", "It was moved; the time below is the new one.", kind: .success)] : []
}

private func facts(_ state: AppointmentScreenState) -> [ScreenKeyValue] {
    let details: AppointmentDetailsDomainModel = state.details
    let appointment: AppointmentDomainModel = details.appointment
    return [
        ScreenKeyValue("When", details.time),
        ScreenKeyValue("Until", "\(ScreenArgument.time(appointment.slot.end, in: details.timeZone))"),
        ScreenKeyValue("With", "\(details.practitioner)"), ScreenKeyValue("Where", "\(details.clinic)"),
        details.place.map { ScreenKeyValue("Address", "\($0.address)") },
        appointment.reason.map { ScreenKeyValue("Reason", "\($0)") },
        state.isForStaff ? ScreenKeyValue("Patient", "\(person: appointment.patient)") : nil,
    ].compactMap(\.self)
}

/// What may be done with it.
private func changes(_ state: AppointmentScreenState) -> [ScreenElement] {
    guard state.details.isOpen else { return [.button("again", "Book another one", style: .primary)] }
    guard let choice: SlotChoice = state.choice else {
        return [
            .button("move", "Move it to another time"),
            .button(
                "cancel", "Cancel it", style: .destructive, confirmation: "This gives the time to somebody else. Cancel the appointment?"),
        ]
    }
    let confirmation: [ScreenElement] =
        choice.held.map { held in
            [
                .text("held", "Move to \(ScreenArgument.time(held.start, in: choice.grid.clinic.timeZone)) with \(choice.heldName ?? "")"),
                .button("confirmMove", "Move it", style: .primary),
            ]
        } ?? []
    return SlotElement.elements(choice) + confirmation + [.button("keep", "Leave it as it is")]
}

private func ways(_ details: AppointmentDetailsDomainModel) -> [ScreenElement] {
    let place: [ScreenElement] =
        details.place.map { [.link("place", "Where the clinic is", to: Route(AppointmentRoute.placeChosen(id: $0.id)))] } ?? []
    guard let id: UUID = UUID(uuidString: details.appointment.id) else { return place }
    let route: AppointmentRoute = .calendarWanted(patient: details.appointment.patient, appointment: id)
    return place + [.link("calendar", "Take it into your calendar", to: Route(route))]
}
