import Colonnade
import ColonnadeTesting
import Testing

@Suite("A watch over who goes silent", .timeLimit(.minutes(1)))
struct SilenceWatchTests {
    private let heard: Mailbox<SilenceWatch.Heard> = Mailbox()

    @Test("whoever sends nothing for a while is ended, and what has come is said")
    func silence() async {
        let watch: SilenceWatch = SilenceWatch(patience: .seconds(30)) { [heard] _ in _ = try await heard.first() }
        await #expect(throws: FellSilent(received: 7)) {
            try await watch.run { [heard] now in
                now.more(7)
                heard.put(now)
                try await never()
            }
        }
    }

    @Test("what comes bit by bit has to have come in time")
    func total() async {
        let watch: SilenceWatch = SilenceWatch(patience: .seconds(30), total: .seconds(300)) { [heard] _ in try await heard.first().more(1)
        }
        await #expect(throws: FellSilent(received: 10)) {
            try await watch.run { [heard] now in
                heard.put(now)
                try await never()
            }
        }
    }

    @Test("what has come as a whole is worked on for as long as it takes")
    func whole() async throws {
        let (waits, over): (Mailbox<Void>, Mailbox<Void>) = (Mailbox(), Mailbox())
        let watch: SilenceWatch = SilenceWatch(patience: .seconds(30), total: .seconds(30)) { _ in
            _ = try await over.first()
            waits.put(())
        }
        let value: Int = try await watch.run { now in
            try now.whole()
            over.put(())
            _ = try await waits.nth(5)
            return 7
        }
        #expect(value == 7)
    }

    @Test("what comes as a whole after it was given up is not worked on")
    func tooLate() async {
        let worked: Mailbox<Void> = Mailbox()
        let watch: SilenceWatch = SilenceWatch(patience: .seconds(30)) { _ in }
        await #expect(throws: FellSilent(received: 0)) {
            try await watch.run { now in
                try? await never()
                try now.whole()
                worked.put(())
            }
        }
        #expect(worked.all.isEmpty)
    }

    @Test("one that is attended hears of silence, and ends by itself")
    func attended() async throws {
        let watch: SilenceWatch = SilenceWatch(patience: .seconds(30)) { [heard] _ in _ = try await heard.first() }
        let fell: Mailbox<Void> = Mailbox()
        let end: String = try await watch.attend { [heard] now in
            now.onSilence { fell.put(()) }
            heard.put(now)
            _ = try await fell.first()
            return "not done"
        }
        #expect(end == "not done")
        // Who asks later is told at once.
        heard.all.first?.onSilence { fell.put(()) }
        #expect(fell.all.count == 2)
    }

    /// Waits until its task is cancelled.
    private func never() async throws {
        let (silence, _): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        for await _: Void in silence {}
        throw CancellationError()
    }
}
