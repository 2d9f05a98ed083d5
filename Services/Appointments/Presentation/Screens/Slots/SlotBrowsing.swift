import AppointmentsDomain
import ColonnadePresentation

/// Looks through free times: whose, earlier, later, and as they are now.
struct SlotBrowsing: Sendable {
    private let viewing: ViewSlotGridUseCase

    init(_ viewing: ViewSlotGridUseCase) {
        self.viewing = viewing
    }

    /// The free times of a clinic from today on.
    func open(_ clinic: String, with practitioner: String?) async throws -> SlotChoice {
        try await grid(clinic, practitioner, from: nil)
    }

    /// Others' times, of the same days.
    func show(_ practitioner: String?, instead choice: SlotChoice) async throws -> SlotChoice {
        try await grid(choice.grid.clinic.id, practitioner, from: choice.grid.days.first?.day)
    }

    /// The days that a cursor of the grid leads to; what was chosen stays chosen.
    func page(_ cursor: String, of choice: SlotChoice) async throws -> SlotChoice {
        var page: SlotChoice = try await grid(choice.grid.clinic.id, choice.practitioner, from: CalendarDay(cursor))
        page.held = choice.held
        return page
    }

    /// The same days as they are now, with nothing chosen.
    func refresh(_ choice: SlotChoice) async throws -> SlotChoice {
        try await show(choice.practitioner, instead: choice)
    }

    private func grid(_ clinic: String, _ practitioner: String?, from first: CalendarDay?) async throws -> SlotChoice {
        try await refusing {
            let query: SlotGridQueryDomainModel = SlotGridQueryDomainModel(clinic: clinic, practitioner: practitioner, first: first)
            return SlotChoice(grid: try await viewing.execute(query), practitioner: practitioner)
        }
    }
}
