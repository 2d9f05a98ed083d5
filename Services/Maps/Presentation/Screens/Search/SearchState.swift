import Colonnade
import ColonnadePresentation
import MapsDomain

/// What a search shows.
struct SearchState: Hashable, Sendable {
    /// The longest text that is shown again, in bytes.
    private static let longestText: Int = 1_024

    /// What stands in the field. It stays while somebody types: they would lose what they have typed since.
    var field: String = ""
    /// What is searched for.
    var text: String = ""
    /// Where the person has pointed: the nearest places come first.
    var near: CoordinateDomainModel?
    /// What was found; nil before the first answer.
    var places: [PlaceDomainModel]?
    var error: ScreenText?

    var query: PlaceQueryDomainModel { PlaceQueryDomainModel(text: text, near: near) }

    /// A text as it stands in the field; one that nobody can search for, for its length, does not.
    static func shown(_ text: String) -> String { text.utf8.count <= longestText ? text : "" }
}

/// The screen of the search: a pure function.
func searchView(_ state: SearchState) -> Screen {
    let near: [ScreenElement] =
        state.near == nil
        ? [] : [.text("near", "The places nearest to where you have pointed come first."), .button("anywhere", "Search everywhere")]
    return Screen(
        title: "Places",
        elements: [searchForm(state.field, error: state.error)] + near + [placesMap(state.places), placesList(state.places)])
}
