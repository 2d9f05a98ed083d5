import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What the front desk sees of a clinic's day.
struct TodayState: Hashable, Sendable {
    /// A clinic whose day may be looked at.
    struct Clinic: Hashable, Sendable {
        let id: String
        let name: String
    }

    var day: ClinicDayDomainModel
    var clinics: [Clinic]
    /// Where news of the day begin.
    var follow: String
    var rows: AppointmentRows = AppointmentRows()

    /// Whether an appointment belongs to the day.
    func isWanted(_ one: AppointmentDetailsDomainModel) -> Bool {
        one.appointment.slot.clinic == day.clinic && day.bounds.contains(one.start)
    }
}

/// The front desk's list of today: a pure function.
func todayView(_ state: TodayState) -> Screen {
    let table: ScreenElement =
        state.rows.rows.isEmpty
        ? .emptyState("none", "There are no appointments on this day.")
        : ScreenElement(
            id: "appointments", name: "Appointments of the day",
            content: .table(
                ScreenTable(
                    columns: ["Time", "Patient", "With", "Reason", "State"], rows: state.rows.rows.map(todayRow),
                    cursor: state.rows.next)))
    let first: [ScreenElement] = state.rows.isCut ? [.button("first", "Back to the first ones")] : []
    return Screen(
        title: "\(state.day.name), \(ScreenDay(state.day.day))",
        elements: (state.clinics.count > 1 ? [clinicForm(state)] : []) + first + [table])
}

private func clinicForm(_ state: TodayState) -> ScreenElement {
    let options: [ScreenOption] = state.clinics.map { ScreenOption(id: $0.id, title: "\($0.name)") }
    return .form(
        "filter", name: "Which clinic", submit: "Show",
        [
            ScreenField(
                id: "clinic", label: "Clinic", input: .choice(options, selected: [state.day.clinic], severalAllowed: false), isLive: true)
        ])
}

private func todayRow(_ one: AppointmentDetailsDomainModel) -> ScreenTableRow {
    let appointment: AppointmentDomainModel = one.appointment
    return ScreenTableRow(
        id: appointment.id,
        cells: [
            one.time, "\(person: appointment.patient)", "\(one.practitioner)", appointment.reason.map { "\($0)" } ?? "",
            one.fate ?? "Booked",
        ], isChoosable: true)
}
