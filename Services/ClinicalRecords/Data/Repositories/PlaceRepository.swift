import ColonnadeContract
public import MapsIO

/// Asks maps where organizations are.
public struct PlaceRepository: Sendable {
    /// How many places may match an organization's name before the right one is looked for among them.
    private static let candidates: Int = 20

    /// How long maps may take for all that is asked for. A history without places is better than one that comes late.
    private static let patience: Duration = .seconds(2)

    private let maps: any MapsInterface
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameter sleep: waits for so long, or throws when it is cancelled.
    public init(maps: any MapsInterface, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.maps = maps
        self.sleep = sleep
    }

    /// For each text the places whose name and address hold all its words, the best match first. All are asked for at the same time.
    /// - Returns: what maps has answered in time, and whether that is all.
    public func places(matching texts: Set<String>) async -> (found: [String: [PlaceDataModel]], areAll: Bool) {
        await withThrowingTaskGroup(of: (text: String, places: [Place])?.self) { [maps, sleep] group in
            for text: String in texts {
                group.addTask { (text, try await maps.searchPlaces(PlaceSearch(text: text, limit: Self.candidates))) }
            }
            group.addTask {
                try await sleep(Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            var found: [String: [PlaceDataModel]] = [:]
            // Where maps fails once, it is not waited for any longer.
            while found.count < texts.count, let answer: (text: String, places: [Place]) = try? await group.next() ?? nil {
                found[answer.text] = answer.places.map(PlaceDataModel.init)
            }
            return (found, found.count == texts.count)
        }
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
