import Foundation
import Testing

@Suite("Completions in a shell", .timeLimit(.minutes(2)))
struct CompletionTests {
    /// What bash offers for the last word of a line, which may be empty.
    private func offered(_ words: [String], in home: String) throws -> [String] {
        let quoted: String = words.map { "'\($0)'" }.joined(separator: " ")
        let line: String = words.joined(separator: " ")
        let script: String = """
            export PATH='\(Program.folder)':"$PATH" COLONNADE_HOME='\(home)'
            source <(svc-supervisor completions bash)
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(line)'; COMP_POINT=\(line.utf8.count)
            _svc-supervisor svc-supervisor '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash: Process = Process()
        let output: Pipe = Pipe()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["-c", script]
        bash.standardOutput = output
        try bash.run()
        let bytes: Data = output.fileHandleForReading.readDataToEndOfFile()
        bash.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("bash offers commands, and the verticals, boards and fields of the suite that runs")
    func bash() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo }").status == 0)
        #expect(try offered(["svc-supervisor", "repl"], in: suite.home).contains("replace"))
        #expect(try offered(["svc-supervisor", "call", ""], in: suite.home).contains("echo"))
        #expect(try offered(["svc-supervisor", "call", "echo", "conv"], in: suite.home) == ["converse"])
        #expect(try offered(["svc-supervisor", "call", "echo", "count", ""], in: suite.home).contains("delay="))
        #expect(try offered(["svc-supervisor", "logs", "ec"], in: suite.home) == ["echo"])
        await suite.end()
        #expect(try offered(["svc-supervisor", "call", "e"], in: suite.home) == [], "no suite runs")
    }

    @Test("of a vertical with several processes, each is offered where one may be named")
    func instances() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, instances: 2 }").status == 0)
        for command: String in ["start", "stop", "restart", "replace", "status", "logs"] {
            #expect(try offered(["svc-supervisor", command, "ec"], in: suite.home) == ["echo", "echo@1", "echo@2"], "\(command)")
        }
        #expect(try offered(["svc-supervisor", "call", "ec"], in: suite.home) == ["echo"])
        await suite.end()
    }

    @Test("scripts for each shell, and no other", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) async throws {
        let supervisor: Program = Program(name: "svc-supervisor", environment: [:])
        let script: Program.Result = try await supervisor.run(["completions", shell])
        #expect(script.status == 0 && script.output.contains("svc-supervisor") && script.lines.count > 50)
        let wrong: Program.Result = try await supervisor.run(["completions", "\(shell)h"])
        #expect(wrong.status == 2 && wrong.error.contains("expected bash, zsh or fish"))
    }
}
