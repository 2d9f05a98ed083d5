import Colonnade
import Maps
import MapsSQLite

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default)
            .install(launcherPlugin: MapsLauncherPlugin { DatabasePlacesRepository(directory: $0) })
            .run()
    }
}
