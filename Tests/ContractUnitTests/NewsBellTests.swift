import ColonnadeContract
import Testing

@Suite("A bell", .timeLimit(.minutes(1)))
struct NewsBellTests {
    private let bell: NewsBell = NewsBell()

    @Test("wakes who listened before it rang, once for several rings")
    func rings() async {
        var first: AsyncStream<Void>.AsyncIterator = bell.listen().makeAsyncIterator()
        var second: AsyncStream<Void>.AsyncIterator = bell.listen().makeAsyncIterator()
        for _: Int in 0..<3 { bell.ring() }
        #expect(await first.next() != nil)
        let waiting: Task<Bool, Never> = Task {
            // Nothing is left of the three: this waits until the task is cancelled.
            await first.next() == nil
        }
        waiting.cancel()
        #expect(await waiting.value)
        #expect(await second.next() != nil)
    }

    @Test("forgets who has let go of it")
    func forgets() {
        do {
            let kept: AsyncStream<Void> = bell.listen()
            withExtendedLifetime(kept) { #expect(bell.listenerCount == 1) }
        }
        #expect(bell.listenerCount == 0)
        bell.ring()
    }
}
