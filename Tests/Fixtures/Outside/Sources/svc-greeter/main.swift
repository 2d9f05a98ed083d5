import Colonnade
import Greeter

PluginLauncher.with(options: .default).install(launcherPlugin: SmallVertical.greeter).run()
