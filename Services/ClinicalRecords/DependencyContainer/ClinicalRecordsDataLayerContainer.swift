import ClinicalRecordsData
import ClinicalRecordsDataDomainInterface
import ColonnadeContract

/// What keeps and reads records.
struct ClinicalRecordsDataLayerContainer: Sendable {
    let resources: ResourceRepository
    let people: PersonRepository
    let entries: EntryRepository
    let bundles: BundleRepository
    let bell: NewsBell
    private let database: RecordsDatabase

    init(stateDirectory: String, importLimit: Int) throws {
        database = try RecordsDatabase(directory: stateDirectory)
        bell = NewsBell()
        resources = ResourceRepository(database)
        people = PersonRepository(database)
        entries = EntryRepository(database)
        bundles = BundleRepository(database, indexing: HistoryRules(), bell: bell, byteLimit: importLimit)
    }

    func migrate() throws {
        try database.migrate()
    }

    func close() throws {
        try database.close()
    }
}
