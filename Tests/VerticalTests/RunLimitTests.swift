import Colonnade
import ColonnadeTesting
import Testing

@Suite("A limit of what runs")
struct RunLimitTests {
    @Test("lets so many run and no more, and whoever comes after one has ended, however it ended")
    func counts() async throws {
        struct Broken: Error {}
        let limit: RunLimit = RunLimit(2, of: "pages are being made")
        try await limit.run {
            await #expect(throws: Broken.self) { try await limit.run { throw Broken() } }
            let inner: Int = try await limit.run {
                do {
                    try await limit.run { _ = Issue.record("a third one ran") }
                } catch let declined as Declined {
                    #expect(declined.retryAfter > .zero)
                    #expect(declined.message == "2 pages are being made already; try again once one is done.")
                }
                return 7
            }
            #expect(inner == 7)
            try await limit.run {}
        }
    }

    @Test("One who sends many keeps nobody else from a turn: the last of the many is declined, and the other is next")
    func shares() async throws {
        let limit: RunLimit = RunLimit(1, mostWaiting: 4, of: "pages are being made")
        let order: Mailbox<String> = Mailbox()
        let (gate, open): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        let begin: @Sendable (String) -> Task<Void, any Error> = { name in
            Task.immediate {
                try await limit.run(for: name) {
                    order.put(name)
                    if order.all.count == 1 { for await _: Void in gate { break } }
                }
            }
        }
        let many: [Task<Void, any Error>] = (0..<5).map { _ in begin("many") }
        #expect(limit.waiting == 4)
        let one: Task<Void, any Error> = begin("one")
        #expect(limit.waiting == 4)
        await #expect(throws: Declined.self) { try await many[4].value }
        many[3].cancel()
        await #expect(throws: CancellationError.self) { try await many[3].value }
        open.yield()
        try await one.value
        for task: Task<Void, any Error> in many.prefix(3) { try await task.value }
        #expect(order.all == ["many", "many", "one", "many"])
    }
}
