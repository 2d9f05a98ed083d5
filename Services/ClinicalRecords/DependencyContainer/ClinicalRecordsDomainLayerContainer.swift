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
    private let places: any FindPlacesInterface

    init(data: ClinicalRecordsDataLayerContainer, maps: any MapsInterface, clock: WorldClock) {
        importing = BundlesIntoResources(data.bundles)
        patients = PatientsFromResources(data.resources)
        history = HistoryFromResources(data.resources, bell: data.bell)
        places = PlacesByOrganization(PlaceRepository(maps: maps, sleep: clock.sleep))
    }

    var importBundle: ImportBundleUseCase { ImportBundleUseCase(importing: importing) }

    var viewSummary: ViewSummaryUseCase { ViewSummaryUseCase(patients: patients) }

    var readHistory: ReadHistoryUseCase { ReadHistoryUseCase(history: history, places: places) }

    var followHistory: FollowHistoryUseCase { FollowHistoryUseCase(history: history, places: places) }
}
