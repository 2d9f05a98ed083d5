import Authentication
import Colonnade

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: AuthenticationLauncherPlugin()).run()
    }
}
