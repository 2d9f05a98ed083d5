/// A clinic, and when it takes appointments.
public struct ClinicDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String
    /// What maps finds it by; nil where it need not be found.
    public let placeText: String?
    public let timeZone: String
    /// By day of the week, from Monday: seven lists, each in order and without overlaps.
    public let hours: [[OpeningDomainModel]]
    public let slotSeconds: Int64
    public let practitioners: [PractitionerDomainModel]
    /// Where it is; nil while nobody has said.
    public var place: ClinicPlaceDomainModel?

    public init(
        id: String, name: String, placeText: String?, timeZone: String, hours: [[OpeningDomainModel]], slotSeconds: Int64,
        practitioners: [PractitionerDomainModel], place: ClinicPlaceDomainModel? = nil
    ) {
        self.id = id
        self.name = name
        self.placeText = placeText
        self.timeZone = timeZone
        self.hours = hours
        self.slotSeconds = slotSeconds
        self.practitioners = practitioners
        self.place = place
    }
}

/// From when until when a clinic is open, in minutes of its own clock since midnight, 0 to 1440.
public struct OpeningDomainModel: Hashable, Sendable {
    public let from: Int
    public let until: Int

    public init(from: Int, until: Int) {
        self.from = from
        self.until = until
    }
}

/// Somebody whom patients see.
public struct PractitionerDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// Where a clinic is.
public struct ClinicPlaceDomainModel: Hashable, Sendable {
    public let id: String
    public let address: String
    public let latitude: Double
    public let longitude: Double

    public init(id: String, address: String, latitude: Double, longitude: Double) {
        self.id = id
        self.address = address
        self.latitude = latitude
        self.longitude = longitude
    }
}
