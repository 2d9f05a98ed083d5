import Foundation
import Testing

@Suite("Explaining edges", .serialized, .timeLimit(.minutes(3)))
struct WhyTests {
    /// `why --json`, as scripts rely on it.
    private struct Answer: Decodable {
        let declared: Bool
        let declaration: String
        let socket: String?
        let owner: String?
        let contract: String?
        let state: String
        let failure: String?
    }

    private func why(_ suite: TriedSuite, _ arguments: String...) async throws -> (answer: Answer, status: Int32) {
        let result: Program.Result = try await suite.supervisor.run(["why", "--json"] + arguments)
        return (try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8)), result.status)
    }

    private func ledgers() async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        let (ledger, reader): (String, String) = ("\(Program.folder)/ledger-v2", "\(Program.folder)/ledger-reader")
        #expect(try await suite.up("  ledger: { executable: \(ledger) }\n  reader: { executable: \(reader) }").status == 0)
        return suite
    }

    @Test("an edge that is declared names its socket, its owner and the contracts")
    func declared() async throws {
        let suite: TriedSuite = try await ledgers()
        let (answer, status): (Answer, Int32) = try await why(suite, "reader", "ledger.entry")
        #expect(status == 0 && answer.declared && answer.failure == nil)
        #expect(
            answer.declaration.contains("reader says that it uses Ledger") && answer.declaration.contains("line 4 of the launcher file"))
        #expect(answer.socket == "\(suite.home)/run/reader/ledger.sock")
        let isAnother: Bool = try await suite.status("reader").enforced.contains { $0.hasPrefix("user: ") }
        let owner: UInt32? = answer.owner?.firstMatch(of: /user ([0-9]+)/).flatMap { UInt32($0.output.1) }
        #expect(owner != nil && (owner == getuid()) != isAnother, "\(answer.owner ?? "")")
        #expect(answer.contract?.hasPrefix("fits") == true, "\(answer.contract ?? "")")
        #expect(answer.state == "ready")
        let text: Program.Result = try await suite.supervisor.run(["why", "operator", "ledger"])
        #expect(text.status == 0 && text.output.contains("operator → ledger: may be called"), "\(text.output)")
        await suite.end()
    }

    @Test("what is not declared fails in the words that a caller gets")
    func undeclared() async throws {
        let suite: TriedSuite = try await ledgers()
        let (edge, status): (Answer, Int32) = try await why(suite, "ledger", "reader")
        #expect(status == 1 && !edge.declared && edge.socket == nil)
        #expect(edge.failure?.hasPrefix("ledger does not declare reader: there is no ") == true, "\(edge.failure ?? "")")
        // The ledger's second version has a board that the reader, built with the first, does not call.
        let (board, _): (Answer, Int32) = try await why(suite, "reader", "ledger.count")
        #expect(!board.declared && board.declaration.contains("reader says that it uses Ledger, and not this board"))
        #expect(board.failure == "reader does not declare that it calls count of ledger: add it to what reader uses.")
        #expect(try await why(suite, "reader", "ledger.nothing").answer.failure == "ledger has no board nothing.")
        let nobody: Program.Result = try await suite.supervisor.run(["why", "nobody", "ledger"])
        #expect(nobody.status == 2 && nobody.error.contains("it has ledger, reader"), "\(nobody.error)")
        await suite.end()
    }

    @Test("a provider that was stopped is said to be, as a call is told")
    func stopped() async throws {
        let suite: TriedSuite = try await ledgers()
        #expect(try await suite.supervisor.run(["stop", "reader", "ledger"]).status == 0)
        let (answer, status): (Answer, Int32) = try await why(suite, "operator", "ledger")
        let failure: String = try #require(answer.failure)
        #expect(status == 1 && failure.hasPrefix("ledger is stopped"))
        let call: Program.Result = try await suite.supervisor.run(["call", "ledger", "entry", #"{"number": 1}"#])
        #expect(call.status == 3 && call.error.contains(failure), "\(call.error)")
        await suite.end()
    }
}
