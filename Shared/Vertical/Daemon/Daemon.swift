import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
import Glibc
import Logging

/// A vertical as a process, from start to end. ``PluginLauncher/daemon(as:)`` makes it.
public struct Daemon: Sendable {
    /// The vertical's name, or that of several together.
    public let name: String
    let launcher: PluginLauncher
    /// The path of `--socket`.
    let socket: String?
    let notifySocket: String?
    let watchdog: Duration?
    /// The daemon stops by itself after nobody has called it for so long; nil where it stays.
    let idleExit: Duration?
    let inherited: [InheritedSocket]
    /// What consumers may call through inherited sockets; nil for everything.
    let rights: EdgeRights?
    let log: Logger

    /// Serves on its own loop until `stop` returns; then takes no more calls, lets those in flight finish for at most the grace
    /// time, and returns. Leaves signals to the program. Call it once.
    ///
    /// This makes it a service among others, such as one of swift-service-lifecycle:
    /// ```swift
    /// struct DaemonService: ServiceLifecycle.Service {
    ///     let daemon: Daemon
    ///
    ///     func run() async throws {
    ///         try await daemon.run { try? await gracefulShutdown() }
    ///     }
    /// }
    /// ```
    /// - Parameter stop: returns when the daemon is to stop. It has the caller's task-locals, and is cancelled with the caller.
    /// - Throws: why the vertical could not start; the log has it too.
    public func run(until stop: @escaping @Sendable () async -> Void) async throws(LaunchError) {
        let loop: EventLoop = EventLoop(name: name)
        let task: Task<Result<Void, LaunchError>, Never> = Task(executorPreference: loop) {
            do throws(LaunchError) {
                return .success(try await run(on: loop, until: stop))
            } catch {
                return .failure(error)
            }
        }
        let result: Result<Void, LaunchError> = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        loop.shutdown()
        try result.get()
    }

    /// Runs until a signal of ``StopSignals`` arrives; a second one ends the drain early.
    /// - Returns: the process's exit status.
    func runUntilSignalled(on loop: EventLoop) async -> Int32 {
        let stop: StopRequest = StopRequest(loop: loop)
        do throws(LaunchError) {
            try await run(on: loop, until: { await stop.wait() }, onIdle: { stop.make() }, onHurry: { stop.onHurry($0) })
            return 0
        } catch {
            return 1
        }
    }

    /// - Parameters:
    ///   - onIdle: called after nobody has called the daemon for ``idleExit``; nil where only `stop` ends it.
    ///   - onHurry: receives the closure that ends the drain early.
    private func run(
        on loop: EventLoop, until stop: @Sendable () async -> Void, onIdle: (@Sendable () -> Void)? = nil,
        onHurry: (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) async throws(LaunchError) {
        let notifier: Notifier = Notifier(path: notifySocket, loop: loop)
        do throws(LaunchError) {
            let sockets: DaemonSockets = try DaemonSockets(
                inherited: inherited, rights: rights, path: socket, verticals: launcher.descriptions.map(\.name), loop: loop)
            defer { sockets.remove() }
            let launched: Launcher = try await launcher.initialize(on: loop)
            try await serve(sockets, launched, notifier, on: loop)
            if let idleExit, let onIdle { _ = IdleWatch(launched.verticals.map(\.server), after: idleExit, loop: loop, onIdle: onIdle) }
            await stop()
            // In place: no connection is accepted any more when a receiver of STOPPING=1 takes the socket over.
            let stopping: Task<Void, Never> = loop.startTask { await launched.stop() }
            onHurry { launched.hurry() }
            await notifier.send("STOPPING=1\nSTATUS=draining")
            log.info("stopping", metadata: ["grace": "\(launcher.options.graceTime)"])
            await stopping.value
            log.info("stopped")
        } catch {
            log.error("\(error)")
            await notifier.send("STATUS=\("\(error)".split(separator: "\n").joined(separator: " "))")
            throw error
        }
    }

    /// Accepts nothing before READY=1 was sent.
    private func serve(_ sockets: DaemonSockets, _ launched: Launcher, _ notifier: Notifier, on loop: EventLoop) async throws(LaunchError) {
        guard await notifier.send("READY=1\nSTATUS=ready") else {
            throw .resource("READY=1 can not be sent to NOTIFY_SOCKET \(notifySocket ?? "")")
        }
        if let watchdog { notifier.startWatchdog(watchdog) }
        loop.spin(upTo: launched.options.spin)
        for vertical in launched.verticals { sockets.serve(vertical) }
        loop.giveBackStart()
        log.info(
            "ready",
            metadata: ["sockets": "\(sockets.names.joined(separator: " "))", "pid": "\(getpid())"])
    }
}
