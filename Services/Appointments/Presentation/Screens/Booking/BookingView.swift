import AppointmentsDomain
import AppointmentsIO
import Colonnade
import ColonnadePresentation

/// What the screen of a booking shows.
struct BookingState: Hashable, Sendable {
    /// What the place is called near which clinics are looked for; nil where none was picked.
    var place: String?
    /// The clinics to choose from, while none is chosen.
    var clinics: [ClinicChoiceDomainModel] = []
    /// The times of the chosen clinic; nil while none is chosen.
    var choice: SlotChoice?
    /// What stands in the field for why the patient comes, and whether that is no such text.
    var reason: String = ""
    var isReasonWrong: Bool = false
    var problem: ScreenProblem?
    /// What was booked: the end of it.
    var booked: AppointmentDetailsDomainModel?
}

/// The screen of a booking: a pure function.
func bookingView(_ state: BookingState) -> Screen {
    if let booked: AppointmentDetailsDomainModel = state.booked {
        return Screen(
            title: "Booked",
            elements: [
                .notice("booked", "Booked with \(booked.practitioner) at \(booked.clinic)", kind: .success), .text("time", booked.time),
            ])
    }
    let problem: [ScreenElement] = state.problem.map { [$0.notice] } ?? []
    guard let choice: SlotChoice = state.choice else {
        return Screen(title: "Choose a clinic", elements: problem + clinicElements(state))
    }
    return Screen(
        title: "Book at \(choice.grid.clinic.name)",
        elements: problem + SlotElement.elements(choice) + confirmation(choice, state) + [.button("otherClinic", "Choose another clinic")])
}

private func clinicElements(_ state: BookingState) -> [ScreenElement] {
    let near: [ScreenElement] = state.place.map { [.text("place", "Near \($0), the nearest first")] } ?? []
    let list: ScreenElement =
        state.clinics.isEmpty
        ? .emptyState("none", "No clinic takes appointments.")
        : .list(
            "clinics", name: "Clinics",
            state.clinics.map { clinic in
                ScreenRow(
                    id: clinic.id, title: "\(clinic.name)", detail: clinic.address.map { "\($0)" },
                    badge: clinic.distance.map { "\(ScreenArgument.metres($0))" })
            })
    return near + [list, .link("near", "Pick a place, for the clinics near it", to: Route(BookingRoute.placeWanted))]
}

/// What was chosen, to be confirmed.
private func confirmation(_ choice: SlotChoice, _ state: BookingState) -> [ScreenElement] {
    guard let held: SlotGridDomainModel.Time = choice.held, let name: String = choice.heldName else { return [] }
    let facts: [ScreenKeyValue] = [
        ScreenKeyValue("When", "\(ScreenArgument.time(held.start, in: choice.grid.clinic.timeZone))"), ScreenKeyValue("With", "\(name)"),
        ScreenKeyValue("Where", "\(choice.grid.clinic.name)"),
    ]
    let reason: ScreenField = ScreenField(
        id: "reason", label: "Why you come", input: .multiline(state.reason), hint: "Only if you like, in a sentence or two.",
        error: state.isReasonWrong
            ? "This is too long, or holds characters that are no text. It takes \(BookingDomainModel.reasonLimit) bytes." : nil,
        isRequired: false)
    return [
        .section(
            "choice", "Your choice",
            [
                .keyValues("facts", name: "Your choice", facts), .form("confirm", name: "Book this time", submit: "Book", [reason]),
                .button("release", "Choose another time"),
            ])
    ]
}
