import ClinicalRecordsData
import ClinicalRecordsDataDomainInterface
import ClinicalRecordsDomain
import Colonnade
import MapsIO

/// What people can do with records: the use cases, over what implements the domain's interfaces.
struct ClinicalRecordsDomainLayerContainer: Sendable {
    private let importing: any ImportBundleInterface
    private let patients: any SummarizePatientInterface
    private let history: any ReadHistoryInterface
    private let people: any FindPatientsInterface & NamePatientsInterface
    private let entries: any ReadEntryInterface
    private let places: any FindPlacesInterface

    init(data: ClinicalRecordsDataLayerContainer, maps: any MapsInterface, clock: WorldClock) {
        importing = BundlesIntoResources(data.bundles)
        patients = PatientsFromResources(data.resources)
        history = HistoryFromResources(data.resources, bell: data.bell)
        people = PeopleFromResources(data.people)
        entries = EntriesFromResources(data.entries)
        places = PlacesByOrganization(PlaceRepository(maps: maps, sleep: clock.sleep))
    }

    var importBundle: ImportBundleUseCase { ImportBundleUseCase(importing: importing) }

    var viewSummary: ViewSummaryUseCase { ViewSummaryUseCase(patients: patients) }

    var readHistory: ReadHistoryUseCase { ReadHistoryUseCase(history: history, places: places) }

    var findPatients: FindPatientsUseCase { FindPatientsUseCase(patients: people) }

    var namePatients: NamePatientsUseCase { NamePatientsUseCase(patients: people) }

    var viewEntry: ViewEntryUseCase { ViewEntryUseCase(entries: entries, places: places) }

    var followHistory: FollowHistoryUseCase { FollowHistoryUseCase(history: history, places: places) }
}
