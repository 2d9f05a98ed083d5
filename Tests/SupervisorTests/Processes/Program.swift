import Foundation

/// A program run from the outside, as a person would.
struct Program {
    struct Result: Sendable {
        let status: Int32
        let output: String
        let error: String

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Where the tests' own binary stands, and with it everything that was built.
    static let folder: String = {
        let program: String = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let own: URL = URL(filePath: program).deletingLastPathComponent()
        // The test runner of some toolchains stands elsewhere; the test bundle is then its argument.
        if FileManager.default.fileExists(atPath: own.path + "/svc-supervisor") { return own.path }
        let bundle: String = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().path
    }()

    /// Debian's Python, whose packages the tests need.
    static let python: Program = Program(name: "/usr/bin/python3", environment: [:])

    /// A program that was built with the tests, or the path of another.
    let name: String
    let environment: [String: String]

    /// Runs it to its end; after `limit` seconds it is killed, and its status is -1.
    func run(_ arguments: [String], input: String = "", limit: Int = 120) async throws -> Result {
        let folder: String = "\(FileManager.default.temporaryDirectory.path)/run-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for file: String in ["in", "out", "err"] {
            try Data(file == "in" ? input.utf8 : "".utf8).write(to: URL(filePath: "\(folder)/\(file)"))
        }
        let process: Process = Process()
        process.executableURL = URL(filePath: name.hasPrefix("/") ? name : "\(Self.folder)/\(name)")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let files: [FileHandle?] = [
            FileHandle(forReadingAtPath: "\(folder)/in"), FileHandle(forWritingAtPath: "\(folder)/out"),
            FileHandle(forWritingAtPath: "\(folder)/err"),
        ]
        // Whoever holds the process holds them: after hundreds of programs there would be none left.
        defer { for file: FileHandle? in files { try? file?.close() } }
        (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])
        let exited: AsyncStream<Void> = AsyncStream { continuation in
            process.terminationHandler = { _ in continuation.finish() }
        }
        try process.run()
        let killer: DispatchWorkItem = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit), execute: killer)
        for await _: Void in exited {}
        killer.cancel()
        func text(_ file: String) -> String {
            String(decoding: FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data(), as: UTF8.self)
        }
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -1, output: text("out"), error: text("err"))
    }

    /// The lines that it shows in a terminal of so many columns.
    func lines(inTerminalOf columns: Int, _ arguments: [String]) async throws -> [String] {
        let terminal: String = """
            import fcntl, os, pty, struct, sys, termios
            child, terminal = pty.fork()
            if child == 0:
                fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
                os.execv(sys.argv[2], sys.argv[2:])
            shown = b""
            while True:
                try: piece = os.read(terminal, 4096)
                except OSError: break
                if not piece: break
                shown += piece
            print(shown.decode().replace("\\r", ""), end="")
            """
        let program: String = name.hasPrefix("/") ? name : "\(Self.folder)/\(name)"
        let python: Program = Program(name: Self.python.name, environment: environment.merging(["NO_COLOR": "1"]) { $1 })
        return try await python.run(["-c", terminal, "\(columns)", program] + arguments).lines
    }
}
