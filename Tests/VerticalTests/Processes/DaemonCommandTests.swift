import Colonnade
import ColonnadeEventLoop
import EchoIO
import FoundationEssentials
import Testing

@Suite("A daemon's command line, as a process")
struct DaemonCommandTests {
    @Test("--describe prints JSON, nothing else, and has no effect")
    func describe() async throws {
        try await withDaemon { daemon in
            try daemon.start(["--describe"])
            #expect(try await daemon.exit() == .exited(0))
            let description: VerticalDescription = try VerticalDescription(json: Array(try await daemon.text(daemon.output).utf8))
            #expect(description.name == "echo")
            #expect(description.interfaces == [EchoContract.descriptor])
            #expect(description.uses.isEmpty)
            #expect(description.configuration == nil)
            #expect(try await daemon.text(daemon.errors) == "")
            let files: [String] = try FileManager.default.contentsOfDirectory(atPath: daemon.home.path)
            #expect(files.isEmpty)
        }
    }

    @Test(
        "Wrong arguments end with 2 and a line that says what to do",
        arguments: [(["--nonsense"], "--nonsense"), (["--connect", "x"], "--connect maps="), ([], "--socket PATH")])
    func wrongArguments(arguments: [String], expected: String) async throws {
        try await withDaemon { daemon in
            try daemon.start(arguments)
            #expect(try await daemon.exit() == .exited(2))
            #expect(try await daemon.text(daemon.errors).contains(expected))
            #expect(try await daemon.text(daemon.output) == "")
        }
    }

    @Test("--help and --version end with 0")
    func help() async throws {
        try await withDaemon { daemon in
            try daemon.start(["--help"])
            #expect(try await daemon.exit() == .exited(0))
            #expect(try await daemon.text(daemon.output).contains("USAGE: svc-echo"))
        }
    }

    @Test("A socket that can not be bound ends with 1 and names the path")
    func unboundSocket() async throws {
        try await withDaemon { daemon in
            try daemon.start(["--socket", "/nowhere/echo.sock"])
            #expect(try await daemon.exit() == .exited(1))
            #expect(try await daemon.text(daemon.errors).contains("/nowhere/echo.sock"))
        }
    }
}
