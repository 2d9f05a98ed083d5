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
        let daemon: Daemon = daemon()
        let level: Logger.Level = daemon.launcher.options.logLevel
        LoggingSystem.bootstrap { label in StandardErrorLog(label: label, level: level) }
        exit(EventLoop.run(name: daemon.name) { loop in await daemon.runUntilSignalled(on: loop) })
    }

    /// The one installed vertical as a daemon that is to be run inside a program which has more to do, and its own way to end:
    /// see ``Daemon/run(until:)``.
    ///
    /// Reads the process's command line and environment, and takes the sockets that it was started with; so it is called once,
    /// first of all. Answers `--describe`, `--help` and `--version` and ends the process, as it does with 1 where the sockets
    /// can not be taken and with 2 where the command line is wrong.
    public func daemon() -> Daemon {
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
            return daemon(vertical, arguments)
        }
    }

    private func daemon(_ vertical: VerticalDescription, _ arguments: DaemonArguments) -> Daemon {
        let environment: DaemonEnvironment = .own
        let options: MainOptions = options.applying(environment, arguments, name: vertical.name)
        let log: Logger = Logger(label: vertical.name) { label in StandardErrorLog(label: label, level: options.logLevel) }
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
        return Daemon(
            launcher: with(options), name: vertical.name, socket: arguments.socket, notifySocket: environment.notifySocket,
            watchdog: environment.watchdog, inherited: inherited, log: log)
    }
}
