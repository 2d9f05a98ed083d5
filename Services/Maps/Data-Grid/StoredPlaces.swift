import MapsData

/// All places that are kept, by id, and what is known of where they came from.
struct StoredPlaces: Sendable {
    struct Entry: Hashable, Sendable {
        let place: PlaceDataModel
        var origin: PlaceOriginDataModel
    }

    var entries: [String: Entry] = [:]
    /// The hash of the configured file that was loaded last.
    var configuredFile: String?

    mutating func store(
        _ places: [PlaceDataModel], origin: PlaceOriginDataModel, removing removal: PlacesRemovalDataModel
    ) -> PlacesStoreDataModel {
        var result: PlacesStoreDataModel = PlacesStoreDataModel()
        for place: PlaceDataModel in places {
            switch entries.updateValue(Entry(place: place, origin: origin), forKey: place.id)?.place {
            case nil: result.added += 1
            case place: result.unchanged += 1
            default: result.updated += 1
            }
        }
        let before: Int = entries.count
        remove(removal, except: Set(places.map(\.id)))
        result.removed = before - entries.count
        return result
    }

    private mutating func remove(_ removal: PlacesRemovalDataModel, except kept: Set<String>) {
        switch removal {
        case .none: return
        case .others: entries = entries.filter { kept.contains($0.key) }
        case .othersFromConfiguredFile:
            entries = entries.filter { kept.contains($0.key) || $0.value.origin != .configuredFile }
        }
    }
}
