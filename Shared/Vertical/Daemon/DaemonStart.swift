import ColonnadeSystemIO
import Logging

/// What a daemon's command line asks for.
enum DaemonStart {
    /// Print this on standard output and exit with status 0.
    case print(String)
    /// Print the error on standard error and exit with status 2.
    case refuse(String)
    case run(DaemonArguments)

    init(arguments: [String], vertical: VerticalDescription) {
        do throws(DaemonArgumentError) {
            let parsed: DaemonArguments = try DaemonArguments.parse(arguments)
            switch parsed.question {
            case nil: self = .run(parsed)
            case .describe: self = Self.describe(vertical)
            case .help: self = .print(DaemonHelp(vertical: vertical).text)
            case .version: self = .print(vertical.version + "\n")
            }
        } catch {
            self = .refuse("Error: \(error)\nSee 'svc-\(vertical.name) --help' for what it takes.\n")
        }
    }

    private static func describe(_ vertical: VerticalDescription) -> DaemonStart {
        do {
            return .print(String(decoding: try vertical.json(), as: UTF8.self))
        } catch {
            return .refuse("the description can not be written as JSON: \(error)\n")
        }
    }
}

extension MainOptions {
    /// The options from the environment, overridden by the command line.
    func applying(_ environment: DaemonEnvironment, _ arguments: DaemonArguments, name: String) -> MainOptions {
        var options: MainOptions = self
        options.stateDirectory = arguments.state ?? environment.stateDirectory ?? "\(stateDirectory)/\(name)"
        options.runtimeDirectory = environment.runtimeDirectory ?? "\(runtimeDirectory)/\(name)"
        options.configurationFile = arguments.config ?? environment.configurationFile ?? configurationFile
        options.socketsDirectory = arguments.sockets ?? environment.socketsDirectory ?? socketsDirectory
        for connection in arguments.connect {
            let parts: [Substring] = connection.split(separator: "=", maxSplits: 1)
            options.connections[VerticalName.kebab(String(parts[0]))] = String(parts[1])
        }
        if let level: Logger.Level = (arguments.logLevel ?? environment.logLevel).flatMap(Logger.Level.init(rawValue:)) {
            options.logLevel = level
        }
        options.graceTime = arguments.grace.map { .seconds($0) } ?? environment.grace ?? graceTime
        if let spin: Int = arguments.spin { options.spin = .microseconds(spin) }
        options.generation = environment.generation
        options.traceRate = environment.traceRate ?? traceRate
        return options
    }
}
