import ClinicalRecordsDomain
import Colonnade
import ColonnadePresentation

/// The ids of the history's screen.
enum HistoryElement {
    static let (filter, kinds, from, until): (String, String, String, String) = ("filter", "kinds", "from", "until")
    static let newest: String = "newest"

    /// The list of the entries of a year.
    static func list(_ year: String) -> String { "entries-\(year)" }
}

extension HistoryState {
    /// The entries of one year, by UTC, or those without a time.
    struct Year: Hashable {
        let name: String
        var rows: [HistoryRow]
    }

    private static let undated: String = "undated"

    var years: [Year] {
        rows.reduce(into: []) { years, row in
            let name: String = row.time.map { String($0.moment.day.plainText.prefix { $0 != "-" }) } ?? Self.undated
            if years.last?.name == name {
                years[years.count - 1].rows.append(row)
            } else {
                years.append(Year(name: name, rows: [row]))
            }
        }
    }

    /// A year is a section of its own, so that what comes changes no other year.
    func section(_ year: Year, isLast: Bool) -> ScreenElement {
        let title: ScreenText = year.name == Self.undated ? "Without a date" : "\(year.name)"
        return .section(
            "year-\(year.name)", title,
            [.list(HistoryElement.list(year.name), name: title, year.rows.map(\.row), cursor: isLast ? next : nil)])
    }
}

/// A patient's medical history.
func historyView(_ state: HistoryState) -> Screen {
    let years: [HistoryState.Year] = state.years
    var elements: [ScreenElement] = [filterForm(state)]
    if !state.arePlacesKnown {
        elements.append(.notice("places", "Where entries were made could not be looked up just now.", kind: .information))
    }
    if state.isCutAbove || state.isCutBelow {
        elements.append(.button(HistoryElement.newest, "Show the newest entries again"))
    }
    if years.isEmpty {
        let isFiltered: Bool = state.filter != HistoryState.Filter()
        elements.append(
            .emptyState(
                "nothing", isFiltered ? "No entry is like that" : "Nothing is recorded",
                detail: isFiltered ? "Choose other kinds, or other days." : nil))
    }
    elements += years.map { state.section($0, isLast: $0 == years.last) }
    return Screen(title: state.name.isEmpty ? "Medical history" : "Medical history of \(state.name)", elements: elements)
}

private func filterForm(_ state: HistoryState) -> ScreenElement {
    let first: ScreenDay = ScreenDay(year: 1800, month: 1, day: 1)
    let last: ScreenDay = ScreenDay(year: 2200, month: 12, day: 31)
    let kinds: ScreenInput = .choice(
        EntryTopicDomainModel.allCases.map { ScreenOption(id: $0.id, title: $0.title) },
        selected: EntryTopicDomainModel.allCases.filter(state.asked.topics.contains).map(\.id), severalAllowed: true)
    return .form(
        HistoryElement.filter, name: "Which entries", submit: "Show",
        [
            ScreenField(id: HistoryElement.kinds, label: "Kinds", input: kinds, hint: "None chosen means all.", isRequired: false),
            ScreenField(
                id: HistoryElement.from, label: "From", input: .day(state.asked.from, first: first, last: last),
                hint: "Days are counted in UTC.", isRequired: false),
            ScreenField(
                id: HistoryElement.until, label: "Until", input: .day(state.asked.until, first: first, last: last),
                error: !state.asked.isPossible ? "The last day lies before the first." : nil, isRequired: false),
        ])
}
