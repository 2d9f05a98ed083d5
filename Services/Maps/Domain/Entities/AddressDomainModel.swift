/// Where post reaches a place.
public struct AddressDomainModel: Hashable, Sendable {
    /// Street and house number.
    public let street: String?
    public let city: String?
    /// State, county, canton or the like.
    public let region: String?
    public let postalCode: String?
    public let country: String?

    public init(
        street: String? = nil, city: String? = nil, region: String? = nil, postalCode: String? = nil,
        country: String? = nil
    ) {
        self.street = street
        self.city = city
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }
}
