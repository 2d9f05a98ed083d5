import Colonnade
import Octopus

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: OctopusLauncherPlugin()).run()
    }
}
