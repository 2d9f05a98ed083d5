import ClinicalRecordsIO
import Colonnade
import Testing

@Suite("Imports that go silent", .timeLimit(.minutes(2)))
struct SilentImportTests {
    @Test("callers who send nothing keep nobody out")
    func noBytes() async throws {
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .direct)
        let records: any ClinicalRecordsInterface = subject.records
        let silent: [Commands<[UInt8]>] = (0..<20).map { _ in Commands() }
        let waiting: [Task<Void, any Error>] = silent.map { commands in
            Task { for try await _ in records.importBundle(BundleImport(), commands) {} }
        }
        for _: Int in 0..<100 { await Task.yield() }
        _ = try await subject.load(Array(TestBundle.bundle([TestBundle.patient()]).utf8))
        for (commands, task) in zip(silent, waiting) {
            commands.finish()
            do {
                try await task.value
                Issue.record("nothing at all was imported")
            } catch CallFailure<ClinicalRecordsRefusal>.refused(let refusal) {
                #expect(refusal == .truncated(position: BundlePosition(line: 1, column: 1, offset: 0), reason: "the bundle has no bytes"))
            }
        }
        await subject.close()
    }

    @Test("an import that gets no bytes any longer is ended, and its slot is free")
    func stopsSending() async throws {
        let ticks: Ticks = Ticks()
        var clock: WorldClock = .system
        clock.sleep = ticks.wait
        let subject: RecordsUnderTest = try await RecordsUnderTest(by: .direct, clock: clock)
        let commands: Commands<[UInt8]> = Commands()
        try await commands.send([UInt8](repeating: 0x20, count: 1 << 20))
        let outputs: OutputSequence<ImportOutput, ClinicalRecordsRefusal>.AsyncIterator = subject.records.importBundle(
            BundleImport(), commands
        ).makeAsyncIterator()
        guard case .progress? = try await outputs.next() else {
            Issue.record("no progress was told")
            return
        }
        // Two waits end one after the other, and nothing came between them.
        ticks.tick()
        ticks.tick()
        let failure: CallFailure<ClinicalRecordsRefusal>? = await #expect(throws: CallFailure<ClinicalRecordsRefusal>.self) {
            while try await outputs.next() != nil {}
        }
        guard case .refused(.interrupted(received: 1 << 20))? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(subject.hasNoLeftovers())
        await subject.close()
    }
}

/// A clock's waits, each of which ends when a test says so.
private final class Ticks: Sendable {
    private let stream: AsyncStream<Void>
    private let hand: AsyncStream<Void>.Continuation

    init() {
        (stream, hand) = AsyncStream.makeStream()
    }

    func tick() { hand.yield() }

    @Sendable func wait(_: Duration) async throws(CancellationError) {
        var iterator: AsyncStream<Void>.AsyncIterator = stream.makeAsyncIterator()
        let tick: Void? = await iterator.next()
        if tick == nil { throw CancellationError() }
    }
}
