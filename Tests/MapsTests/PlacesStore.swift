import MapsData
import MapsGrid

@testable import MapsSQLite

/// Each way that maps has to keep its places: all pass the same tests.
enum PlacesStore: CaseIterable, Sendable {
    case sqlite
    case grid

    /// The repository over what lies in `directory`.
    func repository(in directory: String) -> any PlacesRepository {
        switch self {
        case .sqlite: DatabasePlacesRepository(directory: directory)
        case .grid: GridPlacesRepository(directory: directory)
        }
    }
}
