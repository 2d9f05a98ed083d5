import Synchronization
import Testing

@testable import ColonnadeEventLoop

/// What the loop's queue does when the jobs themselves use it.
@Suite("Jobs", .timeLimit(.minutes(1)))
struct JobTests {
    /// Says when it is no longer held.
    private final class Token: Sendable {
        let onEnd: @Sendable () -> Void

        init(onEnd: @escaping @Sendable () -> Void) {
            self.onEnd = onEnd
        }

        deinit { onEnd() }
    }

    @Test func whatAJobQueuesComesBehindWhatIsQueued() async {
        await withLoop { loop in
            let seen: LoopBound<[String]> = LoopBound([], loop: loop)
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                loop.execute {
                    seen.value.append("a")
                    loop.execute { seen.value.append("a.1") }
                    loop.execute { done.resume() }
                }
                loop.execute {
                    seen.value.append("b")
                    loop.execute { seen.value.append("b.1") }
                }
            }
            #expect(seen.value == ["a", "b", "a.1", "b.1"])
        }
    }

    /// The queue's room is a ring: it grows while its beginning is anywhere, and its end is before it.
    @Test func theOrderHoldsWhereTheQueueGrowsWhileItRuns() async {
        let order: [Int] = await withLoop { loop in
            let seen: LoopBound<[Int]> = LoopBound([], loop: loop)
            let queued: LoopBound<Int> = LoopBound(0, loop: loop)
            @Sendable func queue(_ count: Int) {
                for _ in 0..<count where queued.value < 20_000 {
                    let number: Int = queued.value
                    queued.value += 1
                    loop.execute {
                        seen.value.append(number)
                        queue(2)
                    }
                }
            }
            queue(3)
            while seen.value.count < 20_000 { await Task.yield() }
            return seen.value
        }
        #expect(order == Array(0..<20_000))
    }

    @Test func jobsThatNeverEndLeaveTheSocketsTheirTurn() async throws {
        try await withPair { loop, socket, peer in
            let isEnded: LoopBound<Bool> = LoopBound(false, loop: loop)
            let ran: LoopBound<Int> = LoopBound(0, loop: loop)
            let before: Int = loop.writeCalls
            socket.write([1])
            let untilFlushed: Int = await withCheckedContinuation { done in
                @Sendable func goOn() {
                    guard !isEnded.value else { return }
                    ran.value += 1
                    if loop.writeCalls > before {
                        isEnded.value = true
                        done.resume(returning: ran.value)
                    }
                    loop.execute(goOn)
                }
                goOn()
            }
            #expect((4000...4097).contains(untilFlushed))
        }
    }

    @Test func aLoopStopsAmidJobsThatNeverEndAndDropsThem() async {
        let dropped: Atomic<Int> = Atomic(0)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let loop: EventLoop = EventLoop(name: "stopping")
            let token: Token = Token { done.resume() }
            @Sendable func goOn(_ token: Token) {
                loop.execute { goOn(token) }
            }
            for _ in 0..<3 { loop.execute { goOn(token) } }
            loop.shutdown()
            // Not before the last of the jobs is gone that hold it.
            dropped.store(1, ordering: .relaxed)
        }
        #expect(dropped.load(ordering: .relaxed) == 1)
    }
}
