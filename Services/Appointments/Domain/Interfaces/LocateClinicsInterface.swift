/// Finds out where the clinics are, as somebody else says it.
public protocol LocateClinicsInterface: Sendable {
    /// The clinics whose place is looked for and not known yet.
    var unlocated: [ClinicDomainModel] { get }

    /// Takes a place that was found; it is kept where it fits a clinic that is looked for.
    func take(_ place: FoundPlaceDomainModel, for clinic: ClinicDomainModel)
}

/// A place that somebody else has found.
public struct FoundPlaceDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// Street, postal code, city and region, those that are known.
    public let addressLines: [String]
    public let latitude: Double
    public let longitude: Double

    public init(id: String, name: String, addressLines: [String], latitude: Double, longitude: Double) {
        self.id = id
        self.name = name
        self.addressLines = addressLines
        self.latitude = latitude
        self.longitude = longitude
    }
}
