import ColonnadeContract
import Synchronization
import Testing

@Suite("A bell", .timeLimit(.minutes(1)))
struct NewsBellTests {
    private let bell: NewsBell = NewsBell()

    @Test("wakes who listened before it rang, once for several rings")
    func rings() async {
        let (first, second): (AsyncStream<Void>, AsyncStream<Void>) = (bell.listen(), bell.listen())
        for _: Int in 0..<3 { bell.ring() }
        #expect(await first.first { _ in true } != nil)
        // Nothing is left of the three: this waits until the task is cancelled.
        let waiting: Task<Bool, Never> = Task { await first.first { _ in true } == nil }
        waiting.cancel()
        #expect(await waiting.value)
        #expect(await second.first { _ in true } != nil)
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

    @Test("calls who passes the news on, at each ring and for as long as they hold on")
    func calls() {
        let heard: Mutex<Int> = Mutex(0)
        do {
            let listening: NewsBell.Listening = bell.listen { heard.withLock { $0 += 1 } }
            bell.ring()
            bell.ring()
            withExtendedLifetime(listening) { #expect(heard.withLock(\.self) == 2 && bell.listenerCount == 1) }
        }
        bell.ring()
        #expect(heard.withLock(\.self) == 2 && bell.listenerCount == 0)
    }

    @Test("of one thing wakes nobody who follows another, and is forgotten with who listened")
    func ofMany() async {
        let bells: NewsBells<String> = NewsBells()
        let (mine, other): (AsyncStream<Void>, AsyncStream<Void>) = (bells.listen(to: "mine"), bells.listen(to: "other"))
        #expect(bells.count == 2 && bells.listenerCount == 2)
        bells.ring("mine")
        bells.ring("nobody's")
        #expect(await mine.first { _ in true } != nil)
        let waiting: Task<Bool, Never> = Task { await other.first { _ in true } == nil }
        waiting.cancel()
        #expect(await waiting.value)
        for number: Int in 0..<1_000 { _ = bells.listen(to: "\(number)") }
        #expect(bells.count <= 128)
    }
}
