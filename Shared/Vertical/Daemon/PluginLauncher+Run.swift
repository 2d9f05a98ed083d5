import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc
import Logging

extension PluginLauncher {
    /// Runs the one installed vertical as a daemon, by the process's command line and environment, and ends the process:
    /// with 0 after SIGTERM or SIGINT, 1 where it can not start, 2 where the command line is wrong. The main function of a
    /// daemon is one call of it.
    public func run() -> Never {
        precondition(descriptions.count == 1, "a daemon serves one vertical; several in one process are launched by initialize()")
        let vertical: VerticalDescription = descriptions[0]
        switch DaemonStart(arguments: Array(CommandLine.arguments.dropFirst()), vertical: vertical) {
        case .print(let text):
            print(text, terminator: "")
            exit(0)
        case .refuse(let text):
            StandardError.write(Array(text.utf8))
            exit(2)
        case .run(let arguments):
            run(vertical, arguments)
        }
    }

    private func run(_ vertical: VerticalDescription, _ arguments: DaemonArguments) -> Never {
        let environment: DaemonEnvironment = .own
        let options: MainOptions = options.applying(environment, arguments, name: vertical.name)
        LoggingSystem.bootstrap { label in StandardErrorLog(label: label, level: options.logLevel) }
        let log: Logger = Logger(label: vertical.name)
        DescriptorLimit.raise()
        let inherited: [InheritedSocket]
        do {
            inherited = try ListenDescriptors.take().map { InheritedSocket(name: $0.name, descriptor: $0.descriptor) }
        } catch {
            log.error("the sockets of LISTEN_FDS can not be taken", metadata: ["error": "\(error)"])
            exit(1)
        }
        guard arguments.socket != nil || !inherited.isEmpty else {
            let text: String =
                "svc-\(vertical.name) has nothing to listen on: give --socket PATH, or start it under svc-supervisor or systemd.\n"
            StandardError.write(Array(text.utf8))
            exit(2)
        }
        let daemon: Daemon = Daemon(
            launcher: with(options), name: vertical.name, socket: arguments.socket, notifySocket: environment.notifySocket,
            watchdog: environment.watchdog, inherited: inherited, log: log)
        exit(EventLoop.run(name: vertical.name) { loop in await daemon.run(on: loop) })
    }
}
