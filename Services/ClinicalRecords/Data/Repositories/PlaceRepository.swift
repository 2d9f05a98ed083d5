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

    /// Places whose name and address hold all words of the text, the best match first.
    /// - Throws: a `CallFailure`, where maps is down for example.
    public func places(matching text: String) async throws -> [PlaceDataModel] {
        try await maps.searchPlaces(PlaceSearch(text: text, limit: Self.candidates)).map(PlaceDataModel.init)
    }
}

/// A place as maps gives it.
public struct PlaceDataModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// Street, postal code, city and region, those that are known, in this order.
    public let addressLines: [String]
    public let latitude: Double
    public let longitude: Double

    init(_ place: Place) {
        id = place.id
        name = place.name
        addressLines = [place.address.street, place.address.postalCode, place.address.city, place.address.region].compactMap(\.self)
        latitude = place.coordinate.latitude
        longitude = place.coordinate.longitude
    }
}
