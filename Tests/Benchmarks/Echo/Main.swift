import Colonnade
import ColonnadeEventLoop

@main
enum Main {
    static func main() {
        let arguments: [String] = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "bench" { return Bench.main(Array(arguments.dropFirst())) }
        if arguments.first == "--floor" { return Floor.main(Array(arguments.dropFirst())) }
        PluginLauncher.with(options: .default).install(launcherPlugin: EchoLauncherPlugin()).run()
    }
}
