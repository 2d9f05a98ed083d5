/// A place as it is stored.
public struct PlaceDataModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// The word that the source has for what the place is: `hospital`.
    public let kind: String
    public let latitude: Double
    public let longitude: Double
    public let street: String?
    public let city: String?
    public let region: String?
    public let postalCode: String?
    public let country: String?
    public let phone: String?

    /// All parts of the address, as text to be searched.
    package var addressText: String {
        [street, city, region, postalCode, country].compactMap(\.self).joined(separator: " ")
    }

    public init(
        id: String, name: String, kind: String, latitude: Double, longitude: Double, street: String? = nil,
        city: String? = nil, region: String? = nil, postalCode: String? = nil, country: String? = nil, phone: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.latitude = latitude
        self.longitude = longitude
        self.street = street
        self.city = city
        self.region = region
        self.postalCode = postalCode
        self.country = country
        self.phone = phone
    }
}
