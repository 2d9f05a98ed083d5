/// A place that somebody has picked.
public struct PickedPlaceDomainModel: Hashable, Sendable {
    /// The most bytes of a name.
    public static let nameLimit: Int = 200

    public let name: String
    public let latitude: Double
    public let longitude: Double

    /// - Throws: ``AppointmentsProblem/invalidText(field:limit:)`` where there is no such place on the earth, or it has no plain name.
    public init(name: String, latitude: Double, longitude: Double) throws(AppointmentsProblem) {
        guard abs(latitude) <= 90, abs(longitude) <= 180, name.utf8.count <= Self.nameLimit,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw .invalidText(field: "near", limit: Self.nameLimit) }
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A clinic to choose.
public struct ClinicChoiceDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// Nil while nobody has said where it is.
    public let address: String?
    /// Metres from the place that was picked; nil where none was, or nobody has said where the clinic is.
    public let distance: Double?

    public init(id: String, name: String, address: String?, distance: Double?) {
        self.id = id
        self.name = name
        self.address = address
        self.distance = distance
    }
}
