import Glibc
import Testing

@testable import ColonnadeEventLoop

/// A task that takes the loop's turns itself instead of suspending, and everything that must end that.
@Suite("A task that turns the loop in place", .timeLimit(.minutes(1)))
struct TurnInPlaceTests {
    private enum Mark {
        @TaskLocal static var value: Int = 0
    }

    /// What else can come to a loop.
    enum Visitor: CaseIterable {
        case timer
        case job
        case task
        case signal
        case otherSocket
    }

    /// Runs `body` in a task of its own on a loop, with an echo at the other end of a socket that may be read in place.
    private func withEcho(_ body: @escaping @Sendable (EventLoop, UnixSocket, Recorder) async throws -> Void) async throws {
        let echoLoop: EventLoop = EventLoop(name: "echo")
        defer { echoLoop.shutdown() }
        let (first, second) = try UnixSocket.descriptorPair()
        await onLoop(echoLoop) { UnixSocket(adopting: first, loop: echoLoop).start(Echo()) }
        try await withLoopThrowing { loop in
            let socket: UnixSocket = UnixSocket(adopting: second, loop: loop)
            let recorder: Recorder = Recorder()
            socket.isCalledInPlace = true
            socket.start(recorder)
            try await body(loop, socket, recorder)
        }
    }

    @Test func whatComesIsReadWithoutSuspending() async throws {
        try await withEcho { loop, socket, recorder in
            for number: UInt8 in 0..<100 {
                socket.write([number])
                while recorder.bytes.isEmpty, loop.turnInPlace() {}
                #expect(recorder.bytes == [number])
                recorder.bytes.removeAll()
            }
        }
    }

    @Test(arguments: Visitor.allCases)
    func everythingElseEndsItAndSeesNoTaskLocals(_ visitor: Visitor) async throws {
        try await withEcho { loop, _, _ in
            let seen: LoopBound<Int?> = LoopBound(nil, loop: loop)
            let see: @Sendable () -> Void = { seen.value = Mark.value }
            let stop: @Sendable () -> Void = try Self.send(visitor, to: loop, see)
            await Mark.$value.withValue(7) {
                while loop.turnInPlace() {}
                #expect(seen.value == nil, "it is run when the task has suspended")
                while seen.value == nil { await Task.yield() }
            }
            #expect(seen.value == 0)
            stop()
        }
    }

    /// Has `visitor` come soon, and `see` called by it.
    private static func send(
        _ visitor: Visitor, to loop: EventLoop, _ see: @escaping @Sendable () -> Void
    ) throws -> @Sendable () -> Void {
        switch visitor {
        case .timer: loop.schedule(after: .milliseconds(2), see)
        case .job: Elsewhere.run { loop.execute(see) }
        case .task: Elsewhere.run { Task(executorPreference: loop) { see() } }
        case .signal:
            let source: SignalSource = loop.onSignal(SIGWINCH, see)
            Elsewhere.run { kill(getpid(), SIGWINCH) }
            return { source.cancel() }
        case .otherSocket:
            let (near, far) = try UnixSocket.pair(loop: loop)
            near.start(Witness(see))
            far.write([1])
        }
        return {}
    }

    @Test func aTaskWithOthersBehindItSuspends() async {
        await withLoop { loop in
            loop.execute {}
            #expect(!loop.turnInPlace())
        }
    }

    @Test func onlyTheTaskThatTheLoopRunsMayTurnIt() async throws {
        try await withEcho { loop, _, _ in
            let answers: LoopBound<[Bool]> = LoopBound([], loop: loop)
            await withCheckedContinuation { done in
                loop.execute {
                    answers.value.append(loop.turnInPlace())
                    done.resume()
                }
            }
            // It runs in place, inside the task that starts it.
            Task.immediate(executorPreference: loop) { answers.value.append(loop.turnInPlace()) }
            #expect(answers.value == [false, false])
        }
    }

    @Test func aVirtualLoopIsNeverTurned() async {
        let loop: EventLoop = EventLoop(name: "virtual", clock: .virtual())
        #expect(await onLoopTask(loop) { !loop.turnInPlace() })
        loop.shutdown()
    }

    @Test func aLoopThatStopsIsNotTurned() async throws {
        let loop: EventLoop = EventLoop(name: "stopping")
        let task: Task<Void, Never> = await onLoop(loop) {
            // Behind the stop, in one batch.
            loop.stop()
            return Task(executorPreference: loop) { while loop.turnInPlace() {} }
        }
        loop.shutdown()
        await task.value
    }

    @Test func aLoopStopsThatIsTurned() async throws {
        let loop: EventLoop = EventLoop(name: "turned")
        let task: Task<Void, Never> = Task(executorPreference: loop) { while loop.turnInPlace() {} }
        loop.shutdown()
        await task.value
    }
}

/// Tells that it has read.
private final class Witness: UnixSocketHandler {
    private let see: @Sendable () -> Void

    init(_ see: @escaping @Sendable () -> Void) {
        self.see = see
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        see()
    }

    func socketDidDrain(_ socket: UnixSocket) {}
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {}
}

private enum Elsewhere {
    /// Runs `body` on another thread.
    static func run(_ body: @escaping @Sendable () -> Void) {
        _ = Task.detached { body() }
    }
}
