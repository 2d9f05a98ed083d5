import AppointmentsDomain
import Colonnade
import ColonnadePresentation

/// A grid of free times of which one is being chosen.
struct SlotChoice: Hashable, Sendable {
    var grid: SlotGridDomainModel
    /// Whose times are shown; nil for those of whoever is free.
    var practitioner: String?
    /// What was chosen. It is held on the screen alone: whoever confirms first has it.
    var held: SlotGridDomainModel.Time?

    /// What the one who was chosen is called.
    var heldName: String? {
        held.flatMap { held in grid.clinic.practitioners.first { $0.id == held.practitioner }?.name ?? held.practitioner }
    }

    /// Holds the time with a slot's id; none where the grid does not show it.
    mutating func hold(_ id: String) {
        held = time(id)
    }

    /// The time with a slot's id; nil where the grid does not show it.
    func time(_ id: String) -> SlotGridDomainModel.Time? {
        guard let seconds: Int64 = Int64(id) else { return nil }
        return grid.days.lazy.flatMap(\.times).first { $0.start.seconds == seconds }
    }
}

/// The elements of a choice of a time, and their ids.
enum SlotElement {
    static let who: String = "who"
    static let practitioner: String = "practitioner"
    static let slots: String = "slots"
    /// The option for whoever is free; one for a practitioner begins otherwise.
    private static let anybody: String = "anybody"
    private static let with: String = "with:"

    /// The practitioner whom an option stands for; nil for whoever is free.
    static func practitioner(_ option: String?) -> String? {
        option.flatMap { $0.hasPrefix(with) ? String($0.dropFirst(with.count)) : nil }
    }

    /// With whom, and when.
    static func elements(_ choice: SlotChoice) -> [ScreenElement] {
        (choice.grid.clinic.practitioners.count > 1 ? [form(choice)] : []) + [grid(choice)]
    }

    private static func form(_ choice: SlotChoice) -> ScreenElement {
        let options: [ScreenOption] =
            [ScreenOption(id: anybody, title: "Whoever is free")]
            + choice.grid.clinic.practitioners.map { ScreenOption(id: with + $0.id, title: "\($0.name)") }
        let selected: String = choice.practitioner.map { with + $0 } ?? anybody
        return .form(
            who, name: "With whom", submit: "Show",
            [
                ScreenField(
                    id: practitioner, label: "With", input: .choice(options, selected: [selected], severalAllowed: false), isLive: true)
            ])
    }

    private static func grid(_ choice: SlotChoice) -> ScreenElement {
        let grid: SlotGridDomainModel = choice.grid
        let names: [String: String] = grid.clinic.practitioners.reduce(into: [:]) { $0[$1.id] = $1.name }
        let days: [ScreenSlotDay] = grid.days.map { day in
            ScreenSlotDay(
                day: ScreenDay(day.day),
                slots: day.times.map { time in
                    ScreenSlot(
                        id: "\(time.start.seconds)", start: Date(time.start),
                        detail: choice.practitioner == nil ? "\(names[time.practitioner] ?? time.practitioner)" : nil)
                })
        }
        let selected: String? = choice.held.flatMap { choice.time("\($0.start.seconds)") == nil ? nil : "\($0.start.seconds)" }
        return ScreenElement(
            id: slots, name: "Free times at \(grid.clinic.name)",
            content: .slots(
                ScreenSlots(
                    timeZone: grid.clinic.timeZone, days: days, selected: selected, earlier: grid.earlier.map(\.cursor),
                    later: grid.later.map(\.cursor))))
    }
}

extension CalendarDay {
    /// As it stands in a cursor: `2026-03-29`.
    fileprivate var cursor: String { ScreenDay(self).plainText }
}
