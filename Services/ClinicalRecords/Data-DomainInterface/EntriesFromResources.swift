public import ClinicalRecordsData
public import ClinicalRecordsDomain

/// Reads all that a FHIR resource says about a patient.
public struct EntriesFromResources: ReadEntryInterface {
    private static let types: Set<String> = Set(EntryTopicDomainModel.allCases.flatMap(HistoryRules.types))

    private let repository: EntryRepository

    public init(_ repository: EntryRepository) {
        self.repository = repository
    }

    public func details(ofEntry id: String, patient: String?) async throws -> RecordDetailsDomainModel {
        let found: ResourceDataModel? = try await repository.entry(id, RecordFilter(patient: patient, types: Self.types))
        guard let found, let entry: RecordEntryDomainModel = try EntryWording.entry(found) else { throw RecordsProblem.unknownEntry(id) }
        let facts: EntryFacts = EntryFacts(try FHIRDecoder.decode(FHIRTree.self, from: found.body))
        // What belongs to another patient has nothing to do with this one, whatever the resource says.
        let filter: RecordFilter = RecordFilter(patient: entry.patient, types: Self.types)
        let related: [ResourceDataModel] = try await repository.related(to: id, references: facts.references, filter)
        return RecordDetailsDomainModel(
            entry: entry, texts: facts.texts, facts: facts.facts, related: try related.compactMap(EntryWording.entry))
    }
}
