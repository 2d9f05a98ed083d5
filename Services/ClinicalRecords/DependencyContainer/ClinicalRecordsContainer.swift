import ClinicSessions
import ClinicalRecordsDomain
import ClinicalRecordsPresentation
import Colonnade
import MapsIO

/// The module: its boards over the use cases, and what has to be done when it starts and ends.
struct ClinicalRecordsContainer: Sendable {
    private let data: ClinicalRecordsDataLayerContainer
    private let clock: WorldClock

    /// Opens the records.
    /// - Parameter stateDirectory: exists, and belongs to clinical-records alone.
    /// - Throws: LaunchError where the configuration is out of range; what SQLite says where the records can not be opened.
    init(stateDirectory: String, records: World.ClinicalRecords, clock: WorldClock) async throws {
        let limit: Int = try Self.importLimit(records.configuration)
        self.clock = clock
        data = try await offload { try ClinicalRecordsDataLayerContainer(stateDirectory: stateDirectory, importLimit: limit) }
    }

    /// Brings the database to the newest schema; where it has it, nothing happens.
    func migrate() async throws {
        try await offload { [data] in try data.migrate() }
    }

    /// The module's boards, as one interface.
    func makeVertical(maps: any MapsInterface, access: PatientAccess) -> ClinicalRecordsVertical {
        let domain: ClinicalRecordsDomainLayerContainer = ClinicalRecordsDomainLayerContainer(data: data, maps: maps, clock: clock)
        return ClinicalRecordsVertical(
            importBundle: ImportBundleBoard(useCase: domain.importBundle, access: access, sleep: clock.sleep),
            summary: SummaryBoard(useCase: domain.viewSummary, access: access),
            medicalHistory: MedicalHistoryBoard(useCase: domain.readHistory, access: access),
            follow: FollowBoard(useCase: domain.followHistory, access: access),
            names: NamesBoard(useCase: domain.namePatients, access: access), screens: makeScreens(domain, access))
    }

    private func makeScreens(_ domain: ClinicalRecordsDomainLayerContainer, _ access: PatientAccess) -> ClinicalRecordsScreens {
        let open: ShareLimit = ShareLimit(ClinicalRecordsScreens.limit, of: "screens are open")
        return ClinicalRecordsScreens(
            patients: PatientsScreenBoard(useCase: domain.findPatients, access: access, among: open),
            summary: SummaryScreenBoard(viewing: domain.viewSummary, following: domain.followHistory, access: access, among: open),
            medicalHistory: MedicalHistoryScreenBoard(
                summary: domain.viewSummary, reading: domain.readHistory, following: domain.followHistory, access: access, among: open),
            document: DocumentScreenBoard(viewing: domain.viewEntry, following: domain.followHistory, access: access, among: open),
            importing: ImportScreenBoard(
                useCase: domain.importBundle, mostBytes: data.bundles.byteLimit, access: access, among: open, sleep: clock.sleep))
    }

    /// Closes the records.
    func close() async {
        do {
            try await offload { [data] in try data.close() }
        } catch {
            // The process ends anyhow, and what was confirmed is on the disk.
            Logger(label: "clinical-records").warning("the records could not be closed", metadata: ["error": "\(error)"])
        }
    }

    private static func importLimit(_ configuration: ClinicalRecordsConfiguration) throws(LaunchError) -> Int {
        let allowed: ClosedRange<Int> = ImportBundleUseCase.byteLimits
        guard let limit: Int = configuration.importLimit else { return allowed.upperBound }
        guard allowed.contains(limit) else {
            throw .configuration(
                vertical: "clinical-records",
                "importLimit is \(limit); give a number of bytes from \(allowed.lowerBound) to \(allowed.upperBound), or leave it out")
        }
        return limit
    }
}
