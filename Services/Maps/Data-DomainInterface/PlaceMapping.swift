import MapsData
import MapsDomain

extension PlaceDomainModel {
    /// A stored place as the domain sees it; a word for its kind that the domain has not becomes `other`.
    init(_ model: PlaceDataModel) {
        self.init(
            id: model.id, name: model.name, kind: PlaceKindDomainModel(rawValue: model.kind) ?? .other,
            coordinate: CoordinateDomainModel(latitude: model.latitude, longitude: model.longitude),
            address: AddressDomainModel(
                street: model.street, city: model.city, region: model.region, postalCode: model.postalCode,
                country: model.country),
            phone: model.phone)
    }
}
