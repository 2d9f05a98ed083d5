import ColonnadeEventLoop
import Synchronization
import Testing

@Suite("The loop and its queue", .timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test func jobsRunInTheOrderInWhichTheyWereQueued() async {
        let order: [Int] = await withLoop { loop in
            let seen: LoopBound<[Int]> = LoopBound([], loop: loop)
            return await withCheckedContinuation { continuation in
                for number in 0..<100 {
                    loop.execute { seen.withValue { $0.append(number) } }
                }
                loop.execute { continuation.resume(returning: seen.value) }
                // Not in place: nothing ran yet.
                seen.withValue { $0.append(-1) }
            }
        }
        #expect(order == [-1] + Array(0..<100))
    }

    @Test func otherThreadsEnqueueInTheirOrder() async {
        let loop: EventLoop = EventLoop(name: "remote")
        let seen: LoopBound<[Int: [Int]]> = LoopBound([:], loop: loop)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<1000 {
                        loop.execute { seen.withValue { $0[thread, default: []].append(number) } }
                    }
                }
            }
        }
        let result: [Int: [Int]] = await onLoop(loop) { seen.value }
        #expect(result.count == 4)
        for (thread, numbers) in result { #expect(numbers == Array(0..<1000), "thread \(thread)") }
        loop.shutdown()
    }

    @Test func aTaskStaysOnTheLoop() async {
        let places: [Bool] = await withLoop { loop in
            async let child: Bool = isOn(loop)
            var places: [Bool] = [loop.isCurrent, await child]
            await Task.yield()
            places.append(loop.isCurrent)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 { group.addTask { await isOn(loop) } }
                for await place in group { places.append(place) }
            }
            try? await loop.sleep(for: .milliseconds(1))
            places.append(loop.isCurrent && EventLoop.current === loop)
            return places
        }
        #expect(places == Array(repeating: true, count: places.count))
    }

    @Test func aTaskStartedOnTheLoopRunsInPlace() async {
        let ran: Bool = await withLoop { loop in
            let ran: LoopBound<Bool> = LoopBound(false, loop: loop)
            loop.startTask { ran.value = true }
            return ran.value
        }
        #expect(ran)
    }

    @Test func mainRunsUntilItsBodyReturns() {
        let result: Int = EventLoop.run(name: "main") { loop in
            try? await loop.sleep(for: .milliseconds(2))
            return loop.isCurrent ? 7 : 0
        }
        #expect(result == 7)
        #expect(EventLoop.current == nil)
    }

    @Test func aStoppedLoopDropsWhatComesLater() async {
        let loop: EventLoop = EventLoop(name: "stopped")
        loop.shutdown()
        loop.execute { Issue.record("ran after the end") }
        #expect(!loop.isCurrent)
    }
}

@Suite("Timers", .timeLimit(.minutes(1)))
struct TimerTests {
    @Test func timersFireInOrderAndNeverEarly() async {
        await withLoop { loop in
            let seen: LoopBound<[Int]> = LoopBound([], loop: loop)
            let start: MonotonicTime = loop.now
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                for delay in [30, 10, 20, 10] {
                    loop.schedule(at: start + .milliseconds(delay)) {
                        #expect(MonotonicTime.read() - start >= .milliseconds(delay))
                        seen.withValue { $0.append(delay) }
                        if seen.value.count == 4 { done.resume() }
                    }
                }
            }
            #expect(seen.value == [10, 10, 20, 30])
        }
    }

    @Test func aCancelledTimerIsNotCalledAndTakesNoRoom() async {
        await withLoop { loop in
            for _ in 0..<100_000 {
                loop.schedule(after: .seconds(3600)) { Issue.record("a cancelled timer was called") }.cancel()
            }
            // Due in the same moment, but behind the one that cancels it.
            let moment: MonotonicTime = loop.now + .milliseconds(1)
            let later: LoopBound<LoopTimer?> = LoopBound(nil, loop: loop)
            loop.schedule(at: moment) { later.value?.cancel() }
            later.value = loop.schedule(at: moment) { Issue.record("a cancelled timer was called") }
            try? await loop.sleep(for: .milliseconds(5))
        }
    }

    @Test func aTimerIsNotCalledThatASocketCancelsInTheTurnInWhichItIsDue() async throws {
        try await withPair { loop, socket, peer in
            let reader: Canceller = Canceller(loop.schedule(after: .milliseconds(1)) { Issue.record("a cancelled timer was called") })
            socket.start(reader)
            peer.write([1])
            let before: MonotonicTime = .read()
            while MonotonicTime.read() - before < .milliseconds(5) {}
            await reader.hasRead()
            try await loop.sleep(for: .milliseconds(1))
        }
    }

    @Test func aTimerThatSetsItselfForThePastLeavesOthersTheirTurn() async throws {
        try await withPair { loop, socket, peer in
            let isOver: LoopBound<Bool> = LoopBound(false, loop: loop)
            @Sendable func again() {
                if !isOver.value { loop.schedule(at: MonotonicTime(nanoseconds: 1)) { again() } }
            }
            again()
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            peer.start(Echo())
            socket.write([1])
            #expect(await recorder.next(1) == [1])
            isOver.value = true
        }
    }

    @Test func aTimeReadEarlierInTheTurnDoesNotHoldATimerUp() {
        // The first turn of a loop runs timers before anything else, with the time that its body has read.
        EventLoop.run(name: "main") { loop in
            let before: MonotonicTime = loop.now
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                loop.schedule(at: before + .microseconds(1500)) { done.resume() }
                while MonotonicTime.read() - before < .milliseconds(5) {}
            }
        }
    }

    @Test func virtualTimeJumpsToTheNextTimer() async {
        let loop: EventLoop = EventLoop(name: "virtual", clock: .virtual())
        let start: MonotonicTime = MonotonicTime.read()
        let passed: Duration = await onLoopTask(loop) {
            let before: MonotonicTime = loop.now
            async let other: Void? = try? loop.sleep(for: .seconds(3600 * 24))
            try? await loop.sleep(for: .seconds(3600))
            #expect(loop.now - before == .seconds(3600))
            _ = await other
            return loop.now - before
        }
        #expect(passed == .seconds(3600 * 24))
        #expect(MonotonicTime.read() - start < .seconds(30))
        loop.shutdown()
    }

    @Test func aCancelledSleepEndsWithTheError() async {
        await withLoop { loop in
            let task: Task<Bool, Never> = Task(executorPreference: loop) {
                do {
                    try await loop.sleep(for: .seconds(3600))
                    return false
                } catch {
                    return true
                }
            }
            await Task.yield()
            task.cancel()
            #expect(await task.value)
        }
    }
}

/// Cancels a timer when it reads.
private final class Canceller: UnixSocketHandler {
    private let timer: LoopTimer
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ timer: LoopTimer) {
        self.timer = timer
    }

    func hasRead() async {
        await withCheckedContinuation { waiter = $0 }
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        timer.cancel()
        waiter.take()?.resume()
    }

    func socketDidDrain(_ socket: UnixSocket) {}
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {}
}
