import ColonnadeTesting
import Testing

@Suite("Waiting with a deadline", .timeLimit(.minutes(1)))
struct DeadlineTests {
    private struct Broken: Error {}

    /// Never ends, and does not care whether it is cancelled.
    private func never() async {
        let (silence, _): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
        await Task { for await _: Void in silence {} }.value
    }

    @Test("What comes in time is given, and what is thrown is thrown")
    func inTime() async throws {
        #expect(try await within(.seconds(30), "an answer") { 42 } == 42)
        await #expect(throws: Broken.self) { try await within(.seconds(30), "an answer") { throw Broken() } }
    }

    @Test("What does not come is said, even where nobody hears that it was cancelled")
    func late() async throws {
        let error: Late? = await #expect(throws: Late.self) { try await within(.milliseconds(20), "the answer") { await never() } }
        #expect(error?.description.contains("the answer") == true)
    }

    @Test("Who is cancelled does not wait for the deadline")
    func cancelled() async {
        let waiting: Task<Void, any Error> = Task { try await within(.seconds(3_600), "nothing") { await never() } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("A mailbox gives what came before and what comes later, and says what did not come")
    func mailbox() async throws {
        let box: Mailbox<Int> = Mailbox()
        box.put(1)
        async let third: Int = box.nth(2) { $0 > 1 }
        #expect(try await box.first() == 1)
        for number: Int in 2...3 { box.put(number) }
        #expect(try await third == 3)
        #expect(box.all == [1, 2, 3])
        await #expect(throws: Late.self) { try await box.first(within: .milliseconds(20)) { $0 > 3 } }
    }
}
