import ColonnadeContract
public import MapsIO

/// Asks maps where organizations are.
public struct PlaceRepository: Sendable {
    /// How many places may match an organization's name before the right one is looked for among them.
    private static let candidates: Int = 20

    /// How long maps may take. A history without places is better than one that comes late.
    private static let patience: Duration = .seconds(2)

    private let maps: any MapsInterface
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameter sleep: waits for so long, or throws when it is cancelled.
    public init(maps: any MapsInterface, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.maps = maps
        self.sleep = sleep
    }

    /// Places whose name and address hold all words of the text, the best match first.
    /// - Throws: a `CallFailure` where maps is down, ``MapsIsLate`` where it takes too long.
    public func places(matching text: String) async throws -> [PlaceDataModel] {
        try await withThrowingTaskGroup(of: [Place].self) { [maps, sleep] group in
            group.addTask { try await maps.searchPlaces(PlaceSearch(text: text, limit: Self.candidates)) }
            group.addTask {
                try await sleep(Self.patience)
                throw MapsIsLate()
            }
            defer { group.cancelAll() }
            return try await group.next()?.map(PlaceDataModel.init) ?? []
        }
    }
}

/// Maps did not answer in time.
public struct MapsIsLate: Error {}

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
