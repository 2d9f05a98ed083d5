/// Which places are wanted.
public struct PlaceQueryDomainModel: Hashable, Sendable {
    /// The most places that one query gives.
    public static let largestLimit: Int = 500
    /// How many places a query gives that does not say.
    public static let usualLimit: Int = 20

    /// The longest text, in bytes of UTF-8: counting the characters of a text of megabytes would take longer than a search. No name and
    /// address together is longer.
    public static let longestText: Int = 800

    /// Words that must all be found; nil for any place.
    public let text: String?
    /// Where to measure from.
    public let near: CoordinateDomainModel?
    /// At most so many metres from `near`.
    public let within: Double?
    public let limit: Int

    public init(
        text: String? = nil, near: CoordinateDomainModel? = nil, within: Double? = nil,
        limit: Int = PlaceQueryDomainModel.usualLimit
    ) {
        self.text = text
        self.near = near
        self.within = within
        self.limit = limit
    }

    /// What is wrong with the query; nil where nothing is.
    public var problem: MapsError? {
        if let near, !near.isOnEarth { return .invalidCoordinate(near) }
        if !(1...Self.largestLimit).contains(limit) {
            return .invalidSearch(reason: "limit is \(limit); give 1 to \(Self.largestLimit)")
        }
        if let text, text.utf8.count > Self.longestText {
            return .invalidSearch(reason: "text is \(text.utf8.count) bytes long; give at most \(Self.longestText)")
        }
        guard let within else { return nil }
        if near == nil { return .invalidSearch(reason: "within is given without near; give the coordinate to measure from") }
        if !(within > 0 && within.isFinite) {
            return .invalidSearch(reason: "within is \(within); give a number of metres above 0")
        }
        return nil
    }
}
