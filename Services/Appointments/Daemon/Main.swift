import Appointments
import Colonnade

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: AppointmentsLauncherPlugin()).run()
    }
}
