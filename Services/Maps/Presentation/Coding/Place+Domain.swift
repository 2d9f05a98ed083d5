import MapsDomain
import MapsIO

extension Coordinate {
    init(_ model: CoordinateDomainModel) {
        self.init(latitude: model.latitude, longitude: model.longitude)
    }
}

extension CoordinateDomainModel {
    init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
}

extension Place {
    init(_ model: PlaceDomainModel) {
        self.init(
            id: model.id, name: model.name, kind: PlaceKind(model.kind), coordinate: Coordinate(model.coordinate),
            address: PlaceAddress(model.address), phone: model.phone, distance: model.distance)
    }
}

extension PlaceAddress {
    init(_ model: AddressDomainModel) {
        self.init(
            street: model.street, city: model.city, region: model.region, postalCode: model.postalCode,
            country: model.country)
    }
}

extension PlaceKind {
    init(_ model: PlaceKindDomainModel) {
        switch model {
        case .hospital: self = .hospital
        case .clinic: self = .clinic
        case .practice: self = .practice
        case .pharmacy: self = .pharmacy
        case .laboratory: self = .laboratory
        case .other: self = .other
        }
    }
}
