import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import Glibc
import Logging

/// One vertical as a process: from its start to its end.
struct Daemon: Sendable {
    let launcher: PluginLauncher
    let name: String
    /// The path of `--socket`.
    let socket: String?
    let notifySocket: String?
    let watchdog: Duration?
    let inherited: [InheritedSocket]
    let log: Logger

    /// Runs until somebody stops it.
    /// - Returns: the process's exit status.
    func run(on loop: EventLoop) async -> Int32 {
        let notifier: Notifier = Notifier(path: notifySocket, loop: loop)
        let stop: StopRequest = StopRequest(loop: loop)
        do throws(LaunchError) {
            let sockets: DaemonSockets = try DaemonSockets(inherited: inherited, path: socket, loop: loop)
            defer { sockets.remove() }
            let launched: Launcher = try await launcher.initialize(on: loop)
            try await serve(sockets, launched, notifier, on: loop)
            await stop.wait()
            // In place: no socket is accepted from any more when whoever waits for STOPPING=1 takes it over.
            let stopping: Task<Void, Never> = loop.startTask { await launched.stop() }
            await notifier.send("STOPPING=1\nSTATUS=draining")
            log.info("stopping", metadata: ["grace": "\(launcher.options.graceTime)"])
            await stopping.value
            log.info("stopped")
            return 0
        } catch {
            log.error("\(error)")
            await notifier.send("STATUS=\("\(error)".split(separator: "\n").joined(separator: " "))")
            return 1
        }
    }

    /// Nothing is accepted before READY=1 is said.
    private func serve(_ sockets: DaemonSockets, _ launched: Launcher, _ notifier: Notifier, on loop: EventLoop) async throws(LaunchError) {
        guard await notifier.send("READY=1\nSTATUS=ready") else {
            throw .resource("READY=1 can not be sent to NOTIFY_SOCKET \(notifySocket ?? "")")
        }
        if let watchdog { notifier.startWatchdog(watchdog) }
        loop.spin(upTo: launched.options.spin)
        for vertical in launched.verticals { sockets.serve(vertical.server) }
        log.info(
            "ready",
            metadata: ["sockets": "\(sockets.names.joined(separator: " "))", "pid": "\(getpid())"])
    }
}
