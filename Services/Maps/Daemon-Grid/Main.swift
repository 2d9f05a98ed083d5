import Colonnade
import Maps
import MapsGrid

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default)
            .install(launcherPlugin: MapsLauncherPlugin(concurrency: .shared) { GridPlacesRepository(directory: $0) })
            .run()
    }
}
