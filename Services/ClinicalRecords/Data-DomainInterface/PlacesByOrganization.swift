public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Finds the place of an organization by its name and city. Each organization is asked for once; once maps has failed,
/// it is not asked again for the same entries.
public struct PlacesByOrganization: FindPlacesInterface {
    private let repository: PlaceRepository

    public init(_ repository: PlaceRepository) {
        self.repository = repository
    }

    public func places(for entries: [RecordEntryDomainModel]) async -> (entries: [RecordEntryDomainModel], known: Bool) {
        var places: [String: RecordPlaceDomainModel] = [:]
        var asked: Set<String> = []
        for organization: String in entries.compactMap(\.organization) where asked.insert(organization).inserted {
            do {
                places[organization] = try await place(of: organization)
            } catch {
                return (entries.map { entry in Self.entry(entry, places) }, false)
            }
        }
        return (entries.map { entry in Self.entry(entry, places) }, true)
    }

    private static func entry(_ entry: RecordEntryDomainModel, _ places: [String: RecordPlaceDomainModel]) -> RecordEntryDomainModel {
        var placed: RecordEntryDomainModel = entry
        placed.place = entry.organization.flatMap { places[$0] }
        return placed
    }

    private func place(of organization: String) async throws -> RecordPlaceDomainModel? {
        let found: [PlaceDataModel] = try await repository.places(matching: organization)
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
