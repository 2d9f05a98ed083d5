import Foundation
import Testing

/// Sockets are capabilities: whoever has an edge's socket in its folder may call, and nobody else.
@Suite("Sockets of the others", .serialized, .timeLimit(.minutes(3)))
struct SocketIsolationTests {
    /// What a daemon does that is handed the path of every socket: it notes to which it could connect.
    private static func trying(_ suite: TriedSuite, _ name: String) -> String {
        let lines: [String] = [
            "while not os.path.exists('\(suite.folder)/sockets'): time.sleep(0.02)",
            "with open('\(suite.folder)/tried-\(name)-part', 'w') as file:",
            "    for path in open('\(suite.folder)/sockets').read().split():",
            "        for seen in (path, f'/proc/{os.getppid()}/root{path}'):",
            "            try:",
            "                socket.socket(socket.AF_UNIX).connect(seen)",
            "                print(path, file=file)",
            "            except OSError: pass",
            "os.rename('\(suite.folder)/tried-\(name)-part', '\(suite.folder)/tried-\(name)')",
        ]
        return lines.joined(separator: "\n")
    }

    /// The streams' sockets of the suite; NOTIFY_SOCKETs take no connections.
    private func sockets(_ suite: TriedSuite) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(suite.home)/run").filter { $0.hasSuffix(".sock") }
            .map { "\(suite.home)/run/\($0)" }
    }

    private func connected(_ suite: TriedSuite, _ name: String) async throws -> Set<String> {
        let path: String = "\(suite.folder)/tried-\(name)"
        #expect(try await suite.eventually { FileManager.default.fileExists(atPath: path) })
        return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init))
    }

    @Test("of all the sockets of a suite, each vertical connects to those of its own edges, and to no other")
    func everyPair() async throws {
        let suite: TriedSuite = try TriedSuite()
        let uses: [String: [String]] = ["a": ["B", "C"], "b": ["C"], "c": [], "d": ["A"]]
        for (name, interfaces) in uses { try suite.script(name, uses: interfaces, afterReady: Self.trying(suite, name)) }
        let lines: [String] = uses.keys.sorted().map { "  \($0): { executable: ./svc-\($0) }" }
        let up: Program.Result = try await suite.up(lines.joined(separator: "\n"))
        #expect(up.status == 0, "\(up.error)")
        let status: VerticalReport = try await suite.status("a")
        let all: [String] = try sockets(suite)
        #expect(all.count == 13, "four edges, four of the operator, and five to the supervisor: \(all)")
        try Data(all.joined(separator: "\n").utf8).write(to: URL(filePath: "\(suite.folder)/part"))
        try FileManager.default.moveItem(atPath: "\(suite.folder)/part", toPath: "\(suite.folder)/sockets")
        for name: String in uses.keys {
            let reached: Set<String> = try await connected(suite, name)
            let own: Set<String> = Set(all.filter { $0.hasPrefix("\(suite.home)/run/\(name)/") })
            #expect(own.count == (uses[name]?.count ?? 0) + 1)
            if status.enforced.contains(where: { $0.hasPrefix("sockets: ") }) {
                #expect(reached == own, "\(name)")
            } else {
                #expect(reached.isSuperset(of: own) && status.notEnforced.contains { $0.hasPrefix("sockets: ") })
            }
        }
        await suite.end()
    }

    @Test("why says who else could use a socket")
    func why() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", uses: ["B"])
        try suite.script("b")
        try suite.script("c")
        #expect(
            try await suite.up(
                "  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }\n  c: { isolation: { none: x }, executable: ./svc-c }",
                top: "users: same"
            )
            .status == 0)
        let text: Program.Result = try await suite.supervisor.run(["why", "a", "b"])
        #expect(text.output.contains("can use it, ") && text.output.contains("c too"), "\(text)")
        await suite.end()
    }
}
