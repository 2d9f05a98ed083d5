import Foundation
import Testing

@Suite("Homes", .serialized)
struct HomeTests {
    private static let echo: String = "  echo: { executable: \(Program.folder)/svc-echo }"

    @Test("a home whose path has 200 characters and more works")
    func long() async throws {
        let suite: TriedSuite = try TriedSuite(
            home: [String](repeating: String(repeating: "h", count: 50), count: 5).joined(separator: "/"))
        let up: Program.Result = try await suite.up(Self.echo + "\n  ledger: { executable: \(Program.folder)/ledger-v1 }")
        #expect(up.status == 0, "\(up.error)")
        let call: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "aGVsbG8="}"#])
        #expect(call.status == 0 && call.output == "{\"bytes\":\"aGVsbG8=\"}\n", "\(call.error)")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        await suite.end()
    }

    @Test("a home is closed to other users where it is only readable, and everything in it is private")
    func readable() async throws {
        let suite: TriedSuite = try TriedSuite()
        try FileManager.default.createDirectory(atPath: suite.home, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: suite.home)
        let up: Program.Result = try await suite.up(Self.echo)
        #expect(up.status == 0 && up.error.contains("was closed to other users"), "\(up.error)")
        // Where the verticals are other users, they pass to what is theirs.
        let areOthers: Bool = try await suite.status("echo").enforced.contains { $0.hasPrefix("user: ") }
        let outer: Int = areOthers ? 0o711 : 0o700
        for path: String in ["", "run", "state", "logs", "config"] { #expect(try suite.mode(path) == outer, "\(path)") }
        for path: String in ["run/echo", "run/operator", "state/echo", "logs/echo"] { #expect(try suite.mode(path) == 0o700, "\(path)") }
        for path: String in ["logs/echo.log", "logs/supervisor.log", "run/supervisor.pid", "lock"] + (areOthers ? ["users"] : []) {
            #expect(try suite.mode(path) == 0o600, "\(path)")
        }
        await suite.end()
    }

    @Test("a home to which others may write is refused, with what mends it", arguments: [0o770, 0o757])
    func writable(mode: Int) async throws {
        let suite: TriedSuite = try TriedSuite()
        try FileManager.default.createDirectory(atPath: suite.home, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: suite.home)
        let up: Program.Result = try await suite.up(Self.echo)
        #expect(up.status == 1 && up.error.contains("chmod 700 '\(suite.home)'"), "\(up.error)")
        await suite.end()
    }

    @Test("a home of another user is refused, with what mends it", .enabled(if: getuid() == 0))
    func foreign() async throws {
        let suite: TriedSuite = try TriedSuite()
        try FileManager.default.createDirectory(atPath: suite.home, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: suite.home)
        let up: Program.Result = try await suite.up(Self.echo)
        #expect(up.status == 1 && up.error.contains("chown -R 0 '\(suite.home)'"), "\(up.error)")
        await suite.end()
    }

    @Test("nothing is sent to a listener of another user", .enabled(if: getuid() == 0))
    func foreignListener() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up(Self.echo).status == 0)
        let listener: Process = Process()
        listener.executableURL = URL(filePath: "/usr/bin/env")
        let socket: String = "\(suite.home)/run/operator/supervisor.sock"
        let code: String = """
            import os, socket, sys
            os.unlink(sys.argv[1])
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            os.setuid(65534)
            listener.listen()
            os.write(1, b"listening\\n")
            connection, _ = listener.accept()
            os.write(1, b"%d\\n" % len(connection.recv(1000)))
            """
        listener.arguments = ["python3", "-c", code, socket]
        let output: Pipe = Pipe()
        listener.standardOutput = output
        try listener.run()
        defer { listener.terminate() }
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "listening\n")
        let status: Program.Result = try await suite.supervisor.run(["status"])
        #expect(status.status == 3 && status.error.contains("user 65534 listens at \(socket)"), "\(status)")
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "0\n")
        kill(try suite.supervisorPID(), SIGTERM)
        let isDown: Bool = try await suite.eventually { (try? suite.supervisorPID()) == nil }
        #expect(isDown)
        await suite.end()
    }

    @Test(
        "whoever may not look into a home is told whose it is, and never that nothing runs there",
        .enabled("this is root") { geteuid() == 0 })
    func strangers() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let other: Program = Program(name: "/usr/bin/setpriv", environment: ["NO_COLOR": "1"])
        let options: [String] = ["--reuid", "65534", "--regid", "65534", "--clear-groups", "\(Program.folder)/svc-supervisor"]
        for command: String in ["status", "down", "logs", "crashes", "graph", "doctor", "reexec"] {
            let result: Program.Result = try await other.run(options + [command, "--home", suite.home])
            let said: String = result.output + result.error
            #expect(result.status == (command == "doctor" ? 1 : 3), "\(command): \(result)")
            #expect(said.contains("\(suite.home) belongs to root (user 0), and user 65534 may not look into it: use sudo"), "\(result)")
            #expect(!said.contains("No suite runs") && !said.contains("chown") && !said.contains("has ended here"), "\(result)")
        }
        #expect(try await suite.status("a").state == "ready")
        await suite.end()
    }
}
