import AuthenticationDomain
import Colonnade
import ColonnadePresentation

/// What the screen of one's sessions shows.
struct SessionsState: Hashable, Sendable {
    /// The session by which the screen is open.
    var own: UUID
    /// Nil before they are known.
    var sessions: BegunSessionsDomainModel?
    /// Whether the session by which the screen is open is being ended on it.
    var isLeaving: Bool = false
}

/// The screen of one's sessions: a pure function.
func sessionsView(_ state: SessionsState) -> Screen {
    if state.isLeaving { return Screen(title: "Where you are signed in", elements: [.progress("leaving", "Signing you out")]) }
    guard let known: BegunSessionsDomainModel = state.sessions else {
        return Screen(title: "Where you are signed in", elements: [.progress("loading", "Looking for your sessions")])
    }
    let rows: [ScreenRow] = known.sessions.map { sessionRow($0, isOwn: $0.id == state.own) }
    let list: ScreenElement =
        rows.isEmpty
        ? .emptyState("sessions", "No session is listed.", detail: "Those that were begun long ago may live on; end all to be sure.")
        : .list("sessions", name: "Sessions", rows)
    let cut: [ScreenElement] =
        known.isCut ? [.notice("cut", "There may be older sessions that are not listed. Ending all ends those as well.")] : []
    return Screen(
        title: "Where you are signed in",
        elements: [list] + cut + [
            .button(
                "endAll", "Sign out everywhere", style: .destructive,
                confirmation: "This ends all of your sessions, this one included. You sign in again afterwards.")
        ])
}

private func sessionRow(_ session: BegunSessionDomainModel, isOwn: Bool) -> ScreenRow {
    ScreenRow(
        id: session.id.uuidString, title: session.place.map { ScreenText("\($0)") } ?? "Somewhere",
        detail: "Begun \(moment: session.issued), ends \(moment: session.expires)", badge: isOwn ? "This session" : nil,
        action: isOwn ? "Sign out" : "End")
}
