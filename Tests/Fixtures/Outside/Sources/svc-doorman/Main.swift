import Colonnade
import FoundationEssentials
import GreeterIO
import ServiceLifecycle

/// A daemon that is one service of a group: SIGTERM goes to the group, and its graceful shutdown has the daemon drain.
struct DaemonService: ServiceLifecycle.Service {
    let daemon: Daemon

    func run() async throws {
        try await daemon.run { try? await gracefulShutdown() }
    }
}

@main
enum Main {
    static func main() async throws {
        let port: Int = ProcessInfo.processInfo.environment["DOOR_PORT"].flatMap { Int($0) } ?? 7777
        let daemon: Daemon = PluginLauncher.with(options: .default)
            .install(launcherPlugin: SmallVertical("doorman", GreeterDispatcher(AskingGreeter(port: port)))).daemon()
        try await ServiceGroup(
            services: [DaemonService(daemon: daemon)], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "doorman")
        ).run()
    }
}
