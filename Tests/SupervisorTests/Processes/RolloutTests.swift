import Foundation
import Testing

/// Programs that are built anew while a suite runs.
@Suite("Rolling out programs", .timeLimit(.minutes(3)))
struct RolloutTests {
    private static let verticals: String = "  ledger: { executable: ./svc-ledger }\n  reader: { executable: ./svc-reader }"

    /// Puts a build of the ledger in the place of the one before.
    private func put(_ program: String, as name: String, in suite: TriedSuite) throws {
        let path: String = "\(suite.folder)/svc-\(name)"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(Program.folder)/\(program)")
    }

    private func suite(_ ledger: String) async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        try put(ledger, as: "ledger", in: suite)
        try put("ledger-reader", as: "reader", in: suite)
        return suite
    }

    private func text(_ suite: TriedSuite) async throws -> String {
        try await suite.supervisor.run(["call", "ledger", "entry", #"{"number": 1}"#]).output
    }

    @Test("a program that has only gained is rolled out")
    func additive() async throws {
        let suite: TriedSuite = try await suite("ledger-v1")
        #expect(try await suite.up(Self.verticals).status == 0)
        #expect(try await text(suite).contains("first"))
        try put("ledger-v2", as: "ledger", in: suite)
        let restart: Program.Result = try await suite.supervisor.run(["restart", "ledger"])
        #expect(restart.status == 0, "\(restart.error)")
        #expect(try await text(suite).contains("second"))
        #expect(try await suite.supervisor.run(["describe", "ledger"]).output.contains("count"))
        await suite.end()
    }

    @Test("a program that breaks a running consumer is refused, and the old one goes on; by force it is rolled out")
    func breaking() async throws {
        let suite: TriedSuite = try await suite("ledger-v1")
        #expect(try await suite.up(Self.verticals).status == 0)
        let before: Int32? = try await suite.status("ledger").pid
        try put("ledger-v3", as: "ledger", in: suite)
        let refused: Program.Result = try await suite.supervisor.run(["restart", "ledger"])
        #expect(refused.status == 1)
        for word: String in ["ledger does not fit reader", "Ledger.entry", "EntryRequest.reader", "Entry.text", "--force"] {
            #expect(refused.error.contains(word), "\(refused.error)")
        }
        #expect(try await suite.status("ledger").pid == before)
        #expect(try await text(suite).contains("first"))
        // A consumer that is not running is not broken.
        #expect(try await suite.supervisor.run(["stop", "reader"]).status == 0)
        #expect(try await suite.supervisor.run(["restart", "ledger"]).status == 0)
        let start: Program.Result = try await suite.supervisor.run(["start", "reader"])
        #expect(start.status == 1 && start.error.contains("ledger does not fit reader"), "\(start.error)")
        let forced: Program.Result = try await suite.supervisor.run(["restart", "reader", "--force"])
        #expect(forced.status == 0 && forced.error.contains("ledger does not fit reader"), "\(forced.error)")
        #expect(try await suite.status("reader").state == "ready")
        await suite.end()
    }

    @Test("after a crash, too, a program that has changed is looked at before it runs")
    func afterCrash() async throws {
        let suite: TriedSuite = try await suite("ledger-v1")
        #expect(try await suite.up(Self.verticals).status == 0)
        try put("ledger-v3", as: "ledger", in: suite)
        kill(try #require(try await suite.status("ledger").pid), SIGKILL)
        let isRefused: Bool = try await suite.eventually { suite.report.contains("ledger: failed") }
        #expect(isRefused, "\(suite.report)")
        let reason: String = try await suite.status("ledger").reason ?? ""
        for word: String in [
            "its program has changed", "ledger does not fit reader", "Ledger.entry", "restart --force ledger", "again after",
        ] {
            #expect(reason.contains(word) && suite.report.contains(word), "\(reason)")
        }
        // With the program that fits it comes back, and one that fits as well is rolled out by the next crash.
        try put("ledger-v1", as: "ledger", in: suite)
        #expect(try await suite.supervisor.run(["start", "ledger"]).status == 0)
        #expect(try await text(suite).contains("first"))
        try put("ledger-v2", as: "ledger", in: suite)
        let before: VerticalReport = try await suite.status("ledger")
        kill(try #require(before.pid), SIGKILL)
        #expect(try await suite.isReady("ledger", generation: before.generation + 1))
        #expect(try await text(suite).contains("second"))
        #expect(try await suite.supervisor.run(["describe", "ledger"]).output.contains("count"))
        await suite.end()
    }

    @Test("starting a consumer looks at the stopped provider that it starts, too")
    func withItsProvider() async throws {
        let suite: TriedSuite = try await suite("ledger-v1")
        #expect(try await suite.up(Self.verticals).status == 0)
        #expect(try await suite.supervisor.run(["stop", "reader", "ledger"]).status == 0)
        try put("ledger-v3", as: "ledger", in: suite)
        let start: Program.Result = try await suite.supervisor.run(["start", "reader"])
        #expect(start.status == 1 && start.error.contains("ledger does not fit reader"), "\(start.error)")
        #expect(try await suite.status("ledger").state == "stopped")
        await suite.end()
    }

    @Test("a suite whose programs do not fit does not come up but by force, and says what it breaks")
    func atLaunch() async throws {
        let suite: TriedSuite = try await suite("ledger-v3")
        let up: Program.Result = try await suite.up(Self.verticals)
        #expect(up.status == 1 && up.error.contains("tried.yml:3: error: Ledger.entry"), "\(up.error)")
        #expect(suite.leftovers == [])
        let forced: Program.Result = try await suite.supervisor.run(
            ["up", "--launcher", "\(suite.folder)/tried.yml", "--detach", "--force"])
        #expect(forced.status == 0, "\(forced.error)")
        #expect(try await suite.status("reader").state == "ready")
        await suite.end()
    }

    @Test("a program that is no daemon any more is refused, and the old one goes on")
    func noDaemon() async throws {
        let suite: TriedSuite = try await suite("ledger-v1")
        #expect(try await suite.up(Self.verticals).status == 0)
        let before: Int32? = try await suite.status("ledger").pid
        try FileManager.default.removeItem(atPath: "\(suite.folder)/svc-ledger")
        try FileManager.default.createSymbolicLink(atPath: "\(suite.folder)/svc-ledger", withDestinationPath: "/bin/false")
        let refused: Program.Result = try await suite.supervisor.run(["restart", "ledger"])
        #expect(refused.status == 1 && refused.error.contains("--describe"), "\(refused.error)")
        #expect(try await suite.status("ledger").pid == before)
        await suite.end()
    }
}
