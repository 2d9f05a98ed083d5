/// Somebody looks at one entry of a history.
public struct ViewEntryUseCase: Sendable {
    private let entries: any ReadEntryInterface
    private let places: any FindPlacesInterface

    public init(entries: any ReadEntryInterface, places: any FindPlacesInterface) {
        self.entries = entries
        self.places = places
    }

    /// The entry in a patient's record, with its place where that is known; in anybody's where `patient` is nil.
    /// - Throws: ``RecordsProblem/unknownEntry(_:)``.
    public func execute(entry id: String, patient: String?) async throws -> RecordDetailsDomainModel {
        let details: RecordDetailsDomainModel = try await entries.details(ofEntry: id, patient: patient)
        let placed: [RecordEntryDomainModel] = await places.places(for: [details.entry]).entries
        return placed.first.map(details.with) ?? details
    }
}
