import Colonnade
import ColonnadeTelemetry
import Octopus

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: OctopusLauncherPlugin()).withTelemetry().run()
    }
}
