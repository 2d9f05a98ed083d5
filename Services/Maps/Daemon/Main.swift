import Colonnade
import Maps

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: MapsLauncherPlugin()).run()
    }
}
