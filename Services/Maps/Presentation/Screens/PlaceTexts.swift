import Colonnade
import ColonnadePresentation
import MapsDomain

// Places in words and on maps, as all screens of maps have them.

extension PlaceDomainModel {
    /// The place among others.
    var row: ScreenRow {
        ScreenRow(
            id: id, title: ScreenText("\(name)"), detail: address.line.map { ScreenText("\($0)") },
            badge: distance.map { "\(ScreenArgument.metres($0))" })
    }

    /// The place on a map.
    var point: ScreenPoint {
        ScreenPoint(id: id, title: ScreenText("\(name)"), latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// All that is known of the place but its name.
    var keyValues: [ScreenKeyValue] {
        [
            ScreenKeyValue("Kind", kind.title),
            address.line.map { ScreenKeyValue("Address", ScreenText("\($0)")) },
            phone.map { ScreenKeyValue("Phone", ScreenText("\($0)")) },
            ScreenKeyValue("Position", coordinate.text),
            distance.map { ScreenKeyValue("Distance", "\(ScreenArgument.metres($0))") },
        ].compactMap(\.self)
    }
}

extension PlaceKindDomainModel {
    var title: ScreenText {
        switch self {
        case .hospital: "Hospital"
        case .clinic: "Clinic"
        case .practice: "Practice"
        case .pharmacy: "Pharmacy"
        case .laboratory: "Laboratory"
        case .other: "Other place"
        }
    }
}

extension AddressDomainModel {
    /// The parts that are known, in one line; nil where none is.
    var line: String? {
        let parts: [String] = [street, [postalCode, city].compactMap(\.self).joined(separator: " "), region, country]
            .compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension CoordinateDomainModel {
    /// Degrees with their directions.
    var text: ScreenText {
        let (north, east): (ScreenArgument, ScreenArgument) = (.number(abs(latitude), digits: 4), .number(abs(longitude), digits: 4))
        return switch (latitude < 0, longitude < 0) {
        case (false, false): "\(north)° N, \(east)° E"
        case (false, true): "\(north)° N, \(east)° W"
        case (true, false): "\(north)° S, \(east)° E"
        case (true, true): "\(north)° S, \(east)° W"
        }
    }
}

extension ScreenArgument {
    /// A distance as people say it: metres up to a kilometre, then kilometres.
    static func metres(_ metres: Double) -> ScreenArgument {
        metres.rounded() < 1_000 ? .quantity(metres.rounded(), unit: "m") : .quantity((metres / 100).rounded() / 10, unit: "km")
    }
}

extension ScreenText {
    /// What a person reads of a search that can not be done, with what to do.
    init(_ error: MapsError) {
        switch error {
        case .unknownPlace: self = "This place is not there any more. Search again."
        case .invalidCoordinate: self = "There is no such point on the earth. Choose another."
        case .invalidSearch(let reason): self = "This can not be searched for: \(reason)."
        case .badGeoJSON, .tooLarge, .unreadableFile: self = "\("\(error)")"
        }
    }
}

/// The search field that all screens of maps have.
func searchForm(_ text: String, error: ScreenText?) -> ScreenElement {
    .form(
        "search", name: "Search", submit: "Search",
        [
            ScreenField(
                id: "text", label: "Name or address", input: .text(text, autocomplete: nil), error: error, isRequired: false, isLive: true)
        ])
}

/// Places on a map at which a person may point: the shell draws it.
func placesMap(_ places: [PlaceDomainModel]?, selected: String? = nil) -> ScreenElement {
    ScreenElement(
        id: "map", name: "Map of the places",
        content: .map(ScreenMap(points: (places ?? []).map(\.point), selected: selected, isLocatable: true)))
}

/// Places one under the other, or that there are none; nil while nobody knows yet.
func placesList(_ places: [PlaceDomainModel]?) -> ScreenElement {
    guard let places else { return .text("results", "Looking for places.") }
    return places.isEmpty
        ? .emptyState("results", "No place was found.", detail: "Try fewer words, or point at another part of the map.")
        : .list("results", name: "Places", places.map(\.row))
}
