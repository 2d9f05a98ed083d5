import AuthenticationDomain
import Colonnade
import ColonnadePresentation

/// What the screen of a guardian's wards shows.
struct WardState: Hashable, Sendable {
    /// The rows' ids of those whom the guardian may act for.
    static let oneself: String = "oneself"

    /// Whether the caller has records of their own.
    var hasOwnRecord: Bool
    /// Nil before they are known.
    var wards: [WardDomainModel]?
    var error: ScreenText?

    static func row(of ward: String) -> String { "ward:\(ward)" }
}

/// The screen of a guardian's wards: a pure function.
func wardView(_ state: WardState) -> Screen {
    guard let wards: [WardDomainModel] = state.wards else {
        return Screen(title: "For whom do you act?", elements: [.progress("loading", "Looking for whom you may act")])
    }
    let oneself: [ScreenRow] = state.hasOwnRecord ? [ScreenRow(id: WardState.oneself, title: "Yourself")] : []
    let rows: [ScreenRow] = oneself + wards.map(wardRow)
    let list: ScreenElement =
        rows.isEmpty
        ? .emptyState("wards", "You act for nobody.", detail: "Ask the clinic to name you as a guardian.")
        : .list("wards", name: "Those you may act for", rows)
    let error: [ScreenElement] = state.error.map { [.notice("error", $0, kind: .failure)] } ?? []
    return Screen(title: "For whom do you act?", elements: error + [list])
}

private func wardRow(_ ward: WardDomainModel) -> ScreenRow {
    ScreenRow(
        id: WardState.row(of: ward.patient), title: "\(person: ward.patient, session: ward.token)",
        detail: "Patient number \(ward.patient)")
}
