import Colonnade
import ColonnadeTesting
import LedgerV1IO
import LedgerV2IO
import LedgerV3IO
import Testing

/// Consumers and daemons that were built with different versions of one interface.
@Suite("Builds of different ages", .timeLimit(.minutes(2)))
struct ConnectTests {
    private func entry(of program: String, calling contract: ContractDescriptor) async throws -> LedgerV1IO.Entry {
        try await withDaemon(program) { daemon in
            try await LedgerV1IO.LedgerClient(daemon.channel(to: contract)).entry(LedgerV1IO.EntryRequest(number: 1))
        }
    }

    private func withDaemon<Value: Sendable>(_ program: String, _ body: (DaemonProcess) async throws -> Value) async throws -> Value {
        let daemon: DaemonProcess = try await DaemonProcess.start(program)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(daemon))
        } catch {
            result = .failure(error)
        }
        _ = try await daemon.stop()
        return try result.get()
    }

    @Test("an old consumer calls a new provider that has only gained")
    func oldConsumer() async throws {
        let entry: LedgerV1IO.Entry = try await entry(of: "ledger-v2", calling: LedgerV1IO.LedgerContract.descriptor)
        #expect(entry.text == "second")
    }

    @Test("a refusal that an old consumer knows reaches it, typed")
    func oldRefusal() async throws {
        try await withDaemon("ledger-v2") { daemon in
            let ledger: LedgerV1IO.LedgerClient = LedgerV1IO.LedgerClient(daemon.channel(to: LedgerV1IO.LedgerContract.descriptor))
            do {
                _ = try await ledger.entry(LedgerV1IO.EntryRequest(number: 9))
                Issue.record("there is no such entry")
            } catch CallFailure<LedgerV1IO.LedgerRefusal>.refused(let refusal) {
                #expect(refusal == .unknownEntry(number: 9))
            }
        }
    }

    @Test("a new consumer calls an old provider where the boards that it uses fit")
    func newConsumer() async throws {
        try await withDaemon("ledger-v1") { daemon in
            let used: ContractDescriptor = LedgerV2IO.LedgerContract.descriptor.only([BoardID(interface: "Ledger", board: "entry")])
            let entry: LedgerV2IO.Entry = try await LedgerV2IO.LedgerClient(daemon.channel(to: used))
                .entry(LedgerV2IO.EntryRequest(number: 2, language: "de"))
            #expect(entry.text == "first" && entry.remark == nil)
        }
    }

    @Test("a new consumer that uses a board which the old provider has not is told which")
    func missingBoard() async throws {
        try await withDaemon("ledger-v1") { daemon in
            let ledger: LedgerV2IO.LedgerClient = LedgerV2IO.LedgerClient(daemon.channel(to: LedgerV2IO.LedgerContract.descriptor))
            await expectIncompatible(["Ledger.count", "no such board", "[board-"]) { _ = try await ledger.count() }
        }
    }

    @Test("an old consumer of a board that was changed is told the board, the field and the rule")
    func brokenForOld() async throws {
        try await withDaemon("ledger-v3") { daemon in
            let ledger: LedgerV1IO.LedgerClient = LedgerV1IO.LedgerClient(daemon.channel(to: LedgerV1IO.LedgerContract.descriptor))
            let call: () async throws -> Void = { _ = try await ledger.entry(LedgerV1IO.EntryRequest(number: 1)) }
            await expectIncompatible(["Ledger.entry", "EntryRequest.reader", "["], call)
            await expectIncompatible(["Ledger.entry", "Entry.text", "Int", "String"], call)
        }
    }

    @Test("a new consumer of a board that was changed is told so by an old provider")
    func brokenForNew() async throws {
        try await withDaemon("ledger-v1") { daemon in
            let ledger: LedgerV3IO.LedgerClient = LedgerV3IO.LedgerClient(daemon.channel(to: LedgerV3IO.LedgerContract.descriptor))
            await expectIncompatible(["Ledger.entry", "Entry.text"]) {
                _ = try await ledger.entry(LedgerV3IO.EntryRequest(number: 1, reader: "Ana"))
            }
        }
    }

    /// That the call fails as incompatible, before it was dispatched, with all the words in what is said.
    private func expectIncompatible(_ words: [String], _ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("it went through")
        } catch let failure as any FaultCarrying {
            #expect(failure.fault?.code == .incompatible && failure.fault?.outcome == .notDispatched)
            let told: String = failure.fault?.message ?? ""
            for word: String in words { #expect(told.contains(word), "\(told)") }
        } catch {
            Issue.record("expected an incompatible contract, got \(error)")
        }
    }
}

/// A failure of any ledger.
private protocol FaultCarrying: Error {
    var fault: Fault? { get }
}

extension CallFailure: FaultCarrying {}
