import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc
import Logging

extension PluginLauncher {
    /// Runs the installed vertical as a daemon, or several as one (see ``daemon(as:)``), by the process's command line and environment, and ends the process:
    /// with 0 after SIGTERM, SIGINT, SIGHUP or SIGQUIT, 1 if it can not start, 2 if the command line is wrong. A daemon's main function
    /// consists of this call.
    /// - Parameter name: what a daemon of several verticals is called.
    public func run(as name: String? = nil) -> Never {
        let daemon: Daemon = daemon(as: name)
        let level: Logger.Level = daemon.launcher.options.logLevel
        LoggingSystem.bootstrap { label in StandardErrorLog(label: label, level: level) }
        exit(EventLoop.run(name: daemon.name) { loop in await daemon.runUntilSignalled(on: loop) })
    }

    /// The installed vertical as a daemon inside a program that does other work too and decides when to stop:
    /// see ``Daemon/run(until:)``.
    ///
    /// Reads the process's command line and environment, and takes its inherited sockets; so call it once, before anything
    /// else. Answers `--describe`, `--help` and `--version` and then ends the process; ends it with 1 if the sockets are
    /// unusable, and with 2 if the command line is wrong.
    ///
    /// Several verticals form one daemon with its own name: `--socket` is then a directory in which each listens at `NAME.sock`,
    /// `--config` a directory with `NAME.json` for each configured vertical, and each keeps its state in `NAME` below `--state`. Such a
    /// daemon takes no sockets from a supervisor: those are edges, and each leads to one vertical.
    /// - Parameter name: what a daemon of several verticals is called.
    public func daemon(as name: String? = nil) -> Daemon {
        let vertical: VerticalDescription = description(as: name)
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

    /// The daemon's description: that of its vertical, or of several together.
    func description(as name: String?) -> VerticalDescription {
        guard let first: VerticalDescription = descriptions.first else { preconditionFailure("a daemon serves a vertical; install one") }
        guard descriptions.count > 1 else { return first }
        guard let name else { preconditionFailure("a daemon of several verticals has a name: run(as:)") }
        let interfaces: [ContractDescriptor] = descriptions.flatMap(\.interfaces)
        let uses: Set<String> = Set(descriptions.flatMap(\.uses)).subtracting(interfaces.map(\.name))
        let reach: NetworkReach = .widest(descriptions.compactMap(\.network))
        return VerticalDescription(
            name: name, version: first.version, interfaces: interfaces, uses: uses.sorted(),
            expects: descriptions.flatMap(\.expects).filter { uses.contains($0.name) }, deepLinks: descriptions.flatMap(\.deepLinks),
            handover: descriptions.compactMap(\.handover).first,
            concurrency: descriptions.allSatisfy { $0.concurrency == .shared } ? .shared : nil,
            network: reach == .none ? nil : reach)
    }

    private func daemon(_ vertical: VerticalDescription, _ arguments: DaemonArguments) -> Daemon {
        let environment: DaemonEnvironment = .own
        let options: MainOptions = options.applying(environment, arguments, name: vertical.name)
        let log: Logger = Logger(label: vertical.name) { label in StandardErrorLog(label: label, level: options.logLevel) }
        DescriptorLimit.raise()
        FilePath.makePrivateFiles()
        let inherited: [InheritedSocket]
        do {
            inherited = try ListenDescriptors.take().map { InheritedSocket(name: $0.name, descriptor: $0.descriptor) }
        } catch {
            log.error("the sockets of LISTEN_FDS can not be taken", metadata: ["error": "\(error)"])
            exit(1)
        }
        if let problem: String = problem(with: inherited, arguments.socket) {
            StandardError.write(Array("svc-\(vertical.name) \(problem)\n".utf8))
            exit(2)
        }
        return Daemon(
            name: vertical.name, launcher: with(options), socket: arguments.socket, notifySocket: environment.notifySocket,
            watchdog: environment.watchdog, idleExit: environment.idleExit, inherited: inherited,
            rights: environment.edgesFile.flatMap(EdgeRights.init), log: log)
    }

    /// What is wrong with the sockets; nil if they are usable.
    private func problem(with inherited: [InheritedSocket], _ socket: String?) -> String? {
        if descriptions.count == 1 {
            guard socket == nil, inherited.isEmpty else { return nil }
            return "has nothing to listen on: give --socket PATH, or start it under svc-supervisor or systemd."
        }
        if !inherited.isEmpty { return "serves several verticals, and a socket of LISTEN_FDS leads to one: give --socket DIRECTORY." }
        return socket == nil ? "has nothing to listen on: give --socket DIRECTORY; each vertical listens there, at NAME.sock." : nil
    }
}
