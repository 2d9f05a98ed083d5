/// A place where something was recorded.
public struct RecordPlaceDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// One line.
    public let address: String?
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double

    public init(id: String, name: String, address: String?, latitude: Double, longitude: Double) {
        self.id = id
        self.name = name
        self.address = address
        self.latitude = latitude
        self.longitude = longitude
    }
}
