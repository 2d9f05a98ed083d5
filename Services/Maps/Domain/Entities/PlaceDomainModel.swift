/// A place that people go to.
public struct PlaceDomainModel: Hashable, Sendable {
    public let id: String
    public let name: String
    public let kind: PlaceKindDomainModel
    public let coordinate: CoordinateDomainModel
    public let address: AddressDomainModel
    public let phone: String?
    /// Metres from the coordinate that was asked for; nil where none was.
    public let distance: Double?

    public init(
        id: String, name: String, kind: PlaceKindDomainModel, coordinate: CoordinateDomainModel,
        address: AddressDomainModel = AddressDomainModel(), phone: String? = nil, distance: Double? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.coordinate = coordinate
        self.address = address
        self.phone = phone
        self.distance = distance
    }

    /// The same place, so many metres from the coordinate that was asked for.
    public func at(distance: Double) -> PlaceDomainModel {
        PlaceDomainModel(
            id: id, name: name, kind: kind, coordinate: coordinate, address: address, phone: phone, distance: distance)
    }
}

/// What a place is; the raw values are the words that GeoJSON files use.
public enum PlaceKindDomainModel: String, CaseIterable, Hashable, Sendable {
    case hospital
    case clinic
    case practice
    case pharmacy
    case laboratory
    case other
}
