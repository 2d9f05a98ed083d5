import MapsData
import MapsDomain

/// Searches the repository's places, and orders them.
public struct SearchPlaces: SearchPlacesInterface {
    /// The first circle that is looked through for the nearest places, in metres; a city's.
    private static let firstRadius: Double = 5_000
    /// How much wider each next circle is: a miss costs little, and a hit gives few places to sort.
    private static let growth: Double = 4

    private let places: any PlacesRepository
    private let greatCircle: GreatCircle = GreatCircle()

    public init(places: any PlacesRepository) {
        self.places = places
    }

    public func places(matching query: PlaceQueryDomainModel) async throws -> [PlaceDomainModel] {
        let text: String? = query.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        if let center: CoordinateDomainModel = query.near {
            return try await nearest(to: center, within: query.within, text: text, limit: query.limit)
        }
        guard let text else { return try await places.places(limit: query.limit).map(PlaceDomainModel.init) }
        return try await places.places(text: text, limit: query.limit).map(PlaceDomainModel.init)
    }

    /// Looks through circles that widen until one holds enough places, or is the widest wanted.
    private func nearest(
        to center: CoordinateDomainModel, within: Double?, text: String?, limit: Int
    ) async throws -> [PlaceDomainModel] {
        let widest: Double = min(within ?? GreatCircle.longestDistance, GreatCircle.longestDistance)
        var radius: Double = min(Self.firstRadius, widest)
        while true {
            let found: [PlaceDomainModel] = try await inside(center, radius, text)
            if found.count >= limit || radius >= widest { return Array(found.prefix(limit)) }
            radius = min(radius * Self.growth, widest)
        }
    }

    /// The places in a circle, nearest first; at the same distance by name and id, so that an answer can be repeated.
    private func inside(
        _ center: CoordinateDomainModel, _ radius: Double, _ text: String?
    ) async throws -> [PlaceDomainModel] {
        let boxes: [BoundingBoxDataModel] = greatCircle.boxes(around: center, radius: radius)
        return try await places.places(in: boxes, text: text)
            .map { model in
                let place: PlaceDomainModel = PlaceDomainModel(model)
                return place.at(distance: greatCircle.distance(from: center, to: place.coordinate))
            }
            .filter { ($0.distance ?? 0) <= radius }
            .sorted { ($0.distance ?? 0, $0.name, $0.id) < ($1.distance ?? 0, $1.name, $1.id) }
    }
}
