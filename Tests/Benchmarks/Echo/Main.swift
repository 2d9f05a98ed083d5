import Colonnade

@main
enum Main {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "bench" { return Bench.main(Array(CommandLine.arguments.dropFirst(2))) }
        PluginLauncher.with(options: .default).install(launcherPlugin: EchoLauncherPlugin()).run()
    }
}
