import Foundation
import Testing

@Suite("Signals to a supervisor", .serialized)
struct SupervisorSignalTests {
    @Test("whatever signal asks it to stop, the suite goes down in order", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(number: Int32) async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        kill(try suite.supervisorPID(), number)
        #expect(try await suite.eventually { suite.leftovers.isEmpty })
        #expect(suite.noted.suffix(2) == ["stop b", "stop a"])
        await suite.end()
    }
}
