import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What the list of a patient's appointments shows.
struct AppointmentListState: Hashable, Sendable {
    var patient: String
    /// Whether the one who looks sees several patients, and is told whose these are.
    var isForStaff: Bool = false
    var rows: AppointmentRows = AppointmentRows()
    /// The earliest that is shown; nil for all.
    var from: Moment?

    /// Whether an appointment of the patient belongs to what is shown.
    func isWanted(_ one: AppointmentDetailsDomainModel) -> Bool { from.map { one.start >= $0 } ?? true }
}

/// The list of a patient's appointments: a pure function.
func appointmentListView(_ state: AppointmentListState) -> Screen {
    let isAll: Bool = state.from == nil
    let list: ScreenElement =
        state.rows.rows.isEmpty
        ? .emptyState(
            "none", isAll ? "There are no appointments." : "There are no appointments ahead.",
            detail: isAll ? nil : "Earlier ones are shown where you ask for them.")
        : .list("appointments", name: "Appointments", state.rows.rows.map(appointmentRow), cursor: state.rows.next)
    let first: [ScreenElement] = state.rows.isCut ? [.button("first", "Back to the first ones")] : []
    let whose: [ScreenElement] =
        state.isForStaff ? [.keyValues("whose", name: "Patient", [ScreenKeyValue("Patient", "\(person: state.patient)")])] : []
    return Screen(
        title: "Appointments",
        elements: whose + first + [list, .button("book", "Book an appointment", style: .primary)] + [
            isAll ? .button("upcoming", "Show only those ahead") : .button("earlier", "Show earlier ones too"),
            .link(
                "calendar", "Take them into your calendar", to: Route(AppointmentListRoute.calendarWanted(patient: state.patient))),
        ])
}

private func appointmentRow(_ one: AppointmentDetailsDomainModel) -> ScreenRow {
    ScreenRow(id: one.appointment.id, title: one.time, detail: "\(one.practitioner), \(one.clinic)", badge: one.fate)
}
