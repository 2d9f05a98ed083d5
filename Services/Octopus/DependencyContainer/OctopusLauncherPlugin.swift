import AppointmentsIO
import AuthenticationIO
import ClinicalRecordsIO
public import Colonnade
import ColonnadeSystemIO
import MapsIO

/// Octopus' single public entry.
public struct OctopusLauncherPlugin: LauncherPlugin {
    public let name: String = "octopus"
    // The port and the open sessions of browsers belong to one process.
    public let handover: Handover = .exclusive
    // Its door is at the loopback address.
    public let network: NetworkReach = .loopback
    public let offers: [ContractDescriptor] = [ShellContract.descriptor]
    public let uses: [ContractDescriptor] = [
        AuthenticationContract.descriptor.only([
            .authentication.signInScreen, .authentication.signUpScreen, .authentication.inviteScreen, .authentication.sessionsScreen,
            .authentication.wardScreen, .authentication.signOut,
        ]),
        MapsContract.descriptor.only([
            .maps.searchScreen, .maps.pickPlaceScreen, .maps.placeScreen, .maps.directionsScreen,
        ]),
        ClinicalRecordsContract.descriptor.only([
            .clinicalRecords.patientsScreen, .clinicalRecords.summaryScreen, .clinicalRecords.medicalHistoryScreen,
            .clinicalRecords.minorHistoryScreen, .clinicalRecords.documentScreen, .clinicalRecords.importScreen,
            .clinicalRecords.names,
        ]),
        AppointmentsContract.descriptor.only([
            .appointments.appointmentListScreen, .appointments.bookingScreen, .appointments.appointmentScreen, .appointments.todayScreen,
            .appointments.exportCalendar,
        ]),
    ]

    /// A micro-app has some of the verticals.
    public let optionalUses: [String] = ["Maps", "ClinicalRecords", "Appointments"]

    /// The shell of a suite.
    public init() {}

    /// Puts octopus' configuration into the world.
    public func configure(_ world: inout World, config: OctopusConfiguration) {
        world.configureOctopus(config: config)
    }

    /// Makes the shell. Its door opens once its motherboard reaches the verticals.
    /// - Throws: LaunchError where the configuration is wrong.
    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        let container: OctopusContainer = try OctopusContainer(Current.octopus.configuration, clock: Current.clock)
        return ModuleComponent(modulePlugins: [OctopusModulePlugin(container: container)]) { await container.close() }
    }
}

/// Serves the operator's `open`, and opens the door.
struct OctopusModulePlugin: ModulePlugin {
    let container: OctopusContainer

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [ShellDispatcher(container.makeShell(on: mainboard))]
    }
}
