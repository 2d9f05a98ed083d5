import ArgumentParser
import ColonnadeEventLoop
import Glibc

@main
enum Main {
    static func main() {
        exit(ProgramRun.status(of: Array(CommandLine.arguments.dropFirst())))
    }
}

/// One run of the program, from its arguments to its exit status.
enum ProgramRun {
    static func status(of arguments: [String]) -> Int32 {
        do {
            var parsed: any ParsableCommand = try Root.parseAsRoot(behindCommand(arguments))
            guard let command: any SuiteCommand = parsed as? any SuiteCommand else {
                // Help of one command, or of all; what it prints comes as an error.
                try parsed.run()
                return ExitStatus.done.rawValue
            }
            return EventLoop.run(name: "svc-supervisor") { loop in
                // The loop's own end would wait for a thread that reads from a terminal on which nobody types any more.
                // Nothing is lost without it: every line was written at once.
                _exit(written(await run(command, on: loop)).rawValue)
            }
        } catch {
            let isAsked: Bool = Root.exitCode(for: error).isSuccess
            let text: String = Root.fullMessage(for: error)
            if isAsked { Terminal.line(text) } else { Terminal.error(text) }
            return isAsked && !arguments.isEmpty ? written(.done).rawValue : ExitStatus.usage.rawValue
        }
    }

    /// Options that every command has may stand before it: `--home DIR status` is `status --home DIR`.
    static func behindCommand(_ arguments: [String]) -> [String] {
        let count: Int = arguments.first == "--home" ? 2 : arguments.first?.hasPrefix("--home=") == true ? 1 : 0
        guard count > 0, arguments.count > count else { return arguments }
        return [arguments[count]] + arguments[..<count] + arguments[(count + 1)...]
    }

    /// What was printed to a full disk was not done.
    private static func written(_ status: ExitStatus) -> ExitStatus {
        guard status == .done, let code: Int32 = StandardOutput.failure else { return status }
        Terminal.error("Not all could be written to standard output: \(unsafe String(cString: strerror(code))).")
        return .failed
    }

    private static func run(_ command: any SuiteCommand, on loop: EventLoop) async -> ExitStatus {
        do {
            return try await command.execute(on: loop)
        } catch {
            if !error.message.isEmpty { Terminal.error(error.message.printable) }
            return error.status
        }
    }
}
