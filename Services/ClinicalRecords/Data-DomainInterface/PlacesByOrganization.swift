public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Finds the place of an organization by its name and city. Each organization is asked for once.
public struct PlacesByOrganization: FindPlacesInterface {
    private let repository: PlaceRepository

    public init(_ repository: PlaceRepository) {
        self.repository = repository
    }

    public func places(for entries: [RecordEntryDomainModel]) async -> (entries: [RecordEntryDomainModel], known: Bool) {
        let (found, areAll): ([String: [PlaceDataModel]], Bool) = await repository.places(matching: Set(entries.compactMap(\.organization)))
        let places: [String: RecordPlaceDomainModel] = Dictionary(
            uniqueKeysWithValues: found.compactMap { organization, found in
                Self.place(of: organization, among: found).map { (organization, $0) }
            })
        let placed: [RecordEntryDomainModel] = entries.map { entry in
            var placed: RecordEntryDomainModel = entry
            placed.place = entry.organization.flatMap { places[$0] }
            return placed
        }
        return (placed, areAll)
    }

    private static func place(of organization: String, among found: [PlaceDataModel]) -> RecordPlaceDomainModel? {
        // A hospital's pharmacy matches the hospital's words too: the place has to have the organization's own name.
        let wanted: Set<String> = Self.words(organization)
        guard let place: PlaceDataModel = found.first(where: { Self.words($0.name).isSubset(of: wanted) }) else { return nil }
        let address: String = place.addressLines.joined(separator: ", ")
        return RecordPlaceDomainModel(
            id: place.id, name: place.name, address: address.isEmpty ? nil : address, latitude: place.latitude,
            longitude: place.longitude)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
}
