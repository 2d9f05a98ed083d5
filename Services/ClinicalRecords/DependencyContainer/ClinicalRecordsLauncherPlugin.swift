import AuthenticationIO
import ClinicSessions
import ClinicalRecordsIO
import ClinicalRecordsPresentation
public import Colonnade
import MapsIO

/// Clinical-records' single public entry.
public struct ClinicalRecordsLauncherPlugin: LauncherPlugin {
    public let name: String = "clinical-records"
    // Who follows records is woken by commits of the same process only, and the folder of imports belongs to one.
    public let handover: Handover = .exclusive
    public let offers: [ContractDescriptor] = [ClinicalRecordsContract.descriptor]
    public let uses: [ContractDescriptor] = [
        AuthenticationContract.descriptor.only([.authentication.watchSessions]), MapsContract.descriptor.only([.maps.searchPlaces]),
    ]
    public let urlOpenerPlugins: [any URLOpenerPlugin] = [
        PatientsURLOpenerPlugin(), SummaryURLOpenerPlugin(matchingPath: "/patients/{id}"), SummaryURLOpenerPlugin(matchingPath: "/record"),
        HistoryURLOpenerPlugin(matchingPath: "/patients/{id}/history"), HistoryURLOpenerPlugin(matchingPath: "/record/history"),
        EntryURLOpenerPlugin(), ImportURLOpenerPlugin(),
    ]

    private let sessions: SessionChecks = SessionChecks()

    public init() {}

    /// Puts clinical-records' configuration into the world.
    public func configure(_ world: inout World, config: ClinicalRecordsConfiguration) {
        world.configureClinicalRecords(config: config)
        sessions.install(in: &world)
    }

    /// Opens the records.
    /// - Throws: LaunchError where the configuration is out of range; what SQLite says where the records can not be opened.
    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        let container: ClinicalRecordsContainer = try await ClinicalRecordsContainer(
            stateDirectory: options.stateDirectory, records: Current.clinicalRecords, clock: Current.clock)
        return ModuleComponent(modulePlugins: [ClinicalRecordsModulePlugin(container: container, sessions: sessions)]) { [sessions] in
            sessions.stop()
            await container.close()
        }
    }
}

/// Serves clinical-records' boards to other verticals.
struct ClinicalRecordsModulePlugin: ModulePlugin {
    let container: ClinicalRecordsContainer
    let sessions: SessionChecks

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        let maps: MapsClient = MapsClient(mainboard.channel(to: MapsContract.descriptor.name))
        sessions.follow(on: mainboard)
        let vertical: ClinicalRecordsVertical = container.makeVertical(maps: maps, access: access(clock: Current.clock))
        return [ConsumerDispatcher(ClinicalRecordsDispatcher(vertical))]
    }

    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] {
        [migration.registration, signIn(clock: Current.clock).registration]
    }

    func installBarriers(on mainboard: Motherboard) {
        migration.install(on: mainboard)
        signIn(clock: Current.clock).install(
            on: mainboard,
            before: ClinicalRecordsContract.descriptor.boards.map {
                BoardID(interface: ClinicalRecordsContract.descriptor.name, board: $0.name)
            })
    }

    private var migration: MigrationGate {
        MigrationGate(of: ClinicalRecordsContract.descriptor.name) { [container] in try await container.migrate() }
    }

    private func signIn(clock: WorldClock) -> SignInGate {
        SignInGate(of: ClinicalRecordsContract.descriptor.name, access: access(clock: clock))
    }

    private func access(clock: WorldClock) -> PatientAccess {
        sessions.access(
            session: { () throws(SessionError) in try Current.requireUserSession() },
            verify: { (token: String) throws(SessionError) in try Current.verify(session: token) }, clock: clock)
    }
}
