import ClinicalRecords
import Colonnade

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: ClinicalRecordsLauncherPlugin()).run()
    }
}
