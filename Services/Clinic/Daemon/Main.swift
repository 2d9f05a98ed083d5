import Appointments
import Authentication
import ClinicalRecords
import Colonnade
import Maps
import MapsSQLite

/// All verticals of the clinic in one process, from the same modules that their own daemons run: for a small device, where a
/// process each would cost too much.
@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default)
            .install(launcherPlugin: AuthenticationLauncherPlugin())
            .install(launcherPlugin: MapsLauncherPlugin { DatabasePlacesRepository(directory: $0) })
            .install(launcherPlugin: ClinicalRecordsLauncherPlugin())
            .install(launcherPlugin: AppointmentsLauncherPlugin())
            .run(as: "clinic")
    }
}
