import Foundation
import Testing

@Suite("What the doctor finds", .timeLimit(.minutes(2)))
struct DoctorTests {
    private struct Answer: Decodable {
        struct Finding: Decodable {
            let severity: String
            let text: String
            let remedy: String?
        }

        let findings: [Finding]

        func remedy(_ severity: String, _ words: String) -> String? {
            findings.first { $0.severity == severity && $0.text.contains(words) }?.remedy
        }
    }

    private func ask(_ suite: TriedSuite, _ options: [String] = [], status: Int32) async throws -> Answer {
        let result: Program.Result = try await suite.supervisor.run(["doctor", "--json"] + options)
        #expect(result.status == status, "\(result.output)\(result.error)")
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    }

    @Test("a suite that is well, and one in which a vertical has failed")
    func running() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, restart: temporary }").status == 0)
        let well: Answer = try await ask(suite, ["--launcher", "\(suite.folder)/tried.yml"], status: 0)
        #expect(well.findings.contains { $0.severity == "fine" && $0.text.contains("1 of 1 verticals are ready") })
        #expect(well.findings.contains { $0.severity == "fine" && $0.text.contains("can be launched") })
        kill(try #require(try await suite.status("echo").pid), SIGKILL)
        #expect(try await suite.eventually { suite.report.contains("echo: failed") })
        let ill: Answer = try await ask(suite, status: 1)
        #expect(ill.remedy("error", "echo has failed")?.contains("svc-supervisor start echo") == true)
        #expect(ill.remedy("warning", "on record")?.contains("svc-supervisor crashes echo-1-") == true)
        let text: Program.Result = try await suite.supervisor.run(["doctor"])
        #expect(text.status == 1 && text.output.contains("error  echo has failed"), "\(text.output)")
        await suite.end()
    }

    @Test("a launcher file that is wrong, a folder that others may enter, one that is too deep, and one that was left behind")
    func places() async throws {
        let suite: TriedSuite = try TriedSuite()
        let file: String = "\(suite.folder)/wrong.yml"
        try Data("launcher: wrong\nverticals:\n  a: { executable: ./svc-nowhere }\n".utf8).write(to: URL(filePath: file))
        let wrong: Answer = try await ask(suite, ["--launcher", file], status: 1)
        #expect(
            wrong.findings.contains { $0.severity == "error" && $0.text.contains("wrong.yml:3: the executable of a is not there") })
        let open: String = "\(suite.folder)/open"
        try FileManager.default.createDirectory(
            atPath: "\(open)/run", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let entered: Answer = try await ask(suite, ["--home", open], status: 1)
        #expect(entered.remedy("error", "mode 755")?.contains("chmod 700 '\(open)'") == true)
        #expect(entered.remedy("warning", "without clearing")?.contains("svc-supervisor up") == true)
        let deep: String = "\(suite.folder)/\(String(repeating: "d", count: 90))"
        #expect(try await ask(suite, ["--home", deep], status: 1).remedy("error", "107 at most")?.contains("--home") == true)
        await suite.end()
    }
}
