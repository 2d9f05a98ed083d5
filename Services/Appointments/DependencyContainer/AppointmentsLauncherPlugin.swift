import AppointmentsIO
import AppointmentsPresentation
import AuthenticationIO
import ClinicSessions
public import Colonnade
import MapsIO

/// Appointments' single public entry.
public struct AppointmentsLauncherPlugin: LauncherPlugin {
    public let name: String = "appointments"
    // Who follows appointments is woken by commits of the same process only.
    public let handover: Handover = .exclusive
    public let offers: [ContractDescriptor] = [AppointmentsContract.descriptor]
    public let uses: [ContractDescriptor] = [
        AuthenticationContract.descriptor.only([.authentication.watchSessions]), MapsContract.descriptor.only([.maps.searchPlaces]),
    ]
    public let urlOpenerPlugins: [any URLOpenerPlugin] = [
        ListURLOpenerPlugin(), BookURLOpenerPlugin(), TodayURLOpenerPlugin(), AppointmentURLOpenerPlugin(),
    ]

    private let sessions: SessionChecks = SessionChecks()

    public init() {}

    /// Puts appointments' configuration and how sessions are checked into the world.
    public func configure(_ world: inout World, config: AppointmentsConfiguration) {
        world.configureAppointments(config: config)
        sessions.install(in: &world)
    }

    /// Opens the appointments; the migration gate brings them to the newest schema.
    /// - Throws: LaunchError where the configuration is wrong; what SQLite says where the appointments can not be opened.
    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        let container: AppointmentsContainer = try await AppointmentsContainer(
            stateDirectory: options.stateDirectory, appointments: Current.appointments, clock: Current.clock, ids: Current.ids)
        return ModuleComponent(modulePlugins: [AppointmentsModulePlugin(container: container, sessions: sessions)]) {
            sessions.stop()
            await container.close()
        }
    }
}

/// Serves appointments' boards to other verticals, and says what follows from the module's own.
struct AppointmentsModulePlugin: ModulePlugin {
    let container: AppointmentsContainer
    let sessions: SessionChecks

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        sessions.follow(on: mainboard)
        return [ConsumerDispatcher(AppointmentsDispatcher(container.makeVertical(access: access(clock: Current.clock))))]
    }

    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] {
        container.makeInternalBoards() + [migration.registration, signIn(clock: Current.clock).registration]
    }

    func installBarriers(on mainboard: Motherboard) {
        migration.install(on: mainboard)
        // Slots are for everybody.
        signIn(clock: Current.clock).install(
            on: mainboard,
            before: AppointmentsContract.descriptor.boards
                .map { BoardID(interface: AppointmentsContract.descriptor.name, board: $0.name) }
                .filter { $0 != .appointments.slots })
    }

    func applyRules(on mainboard: Motherboard) {
        container.locating.applyRules(on: mainboard)
        container.locating.start(on: mainboard)
    }

    private var migration: MigrationGate {
        MigrationGate(of: AppointmentsContract.descriptor.name) { [container] in try await container.migrate() }
    }

    private func signIn(clock: WorldClock) -> SignInGate {
        SignInGate(of: AppointmentsContract.descriptor.name, access: access(clock: clock))
    }

    private func access(clock: WorldClock) -> PatientAccess {
        sessions.access(
            session: { () throws(SessionError) in try Current.requireUserSession() },
            verify: { (token: String) throws(SessionError) in try Current.verify(session: token) }, clock: clock)
    }
}
