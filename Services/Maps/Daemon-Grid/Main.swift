import Colonnade
import Maps
import MapsGrid

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default)
            .install(launcherPlugin: MapsLauncherPlugin { GridPlacesRepository(directory: $0) })
            .run()
    }
}
