public import ClinicalRecordsDomain
import ColonnadeContract
public import MapsIO

/// Asks maps where organizations are.
public struct PlaceRepository: Sendable {
    /// How many places may match an organization's name before the right one is looked for among them.
    private static let candidates: Int = 20

    private let maps: any MapsInterface

    public init(maps: any MapsInterface) {
        self.maps = maps
    }

    /// Places whose name or address holds all words of the text, the best match first.
    /// - Throws: a `CallFailure`, where maps is down for example.
    public func places(matching text: String) async throws -> [Place] {
        try await maps.searchPlaces(PlaceSearch(text: text, limit: Self.candidates))
    }
}
