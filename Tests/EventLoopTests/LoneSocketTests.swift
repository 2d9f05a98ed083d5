import Glibc
import Testing

@testable import ColonnadeEventLoop

/// A loop that reads one socket without asking libuv, and everything else that it has to do meanwhile.
@Suite("The lone socket of a loop", .timeLimit(.minutes(1)))
struct LoneSocketTests {
    /// How a loop waits.
    enum Wait: CaseIterable {
        case asleep
        /// As long as the test lasts.
        case spinning
    }

    /// Writes back what it reads.
    private struct Responder {
        let loop: EventLoop
        let socket: LoopBound<UnixSocket?>

        /// A responder, and the other end of its socket.
        static func start(_ wait: Wait) async throws -> (Responder, OwnedDescriptor) {
            let (first, second) = try UnixSocket.descriptorPair()
            let loop: EventLoop = EventLoop(name: "responder")
            let socket: LoopBound<UnixSocket?> = LoopBound(nil, loop: loop)
            await onLoop(loop) {
                if wait == .spinning { loop.spin(upTo: .seconds(3600)) }
                socket.value = UnixSocket(adopting: first, loop: loop)
                socket.value?.start(Echo())
            }
            return (Responder(loop: loop, socket: socket), second)
        }

        /// Has another socket, from `loop`, be read so often that it is the lone one, if one is.
        func talk(to loop: EventLoop) async throws {
            let (first, second) = try UnixSocket.descriptorPair()
            await onLoop(self.loop) { [loop = self.loop] in UnixSocket(adopting: first, loop: loop).start(Echo()) }
            let other: UnixSocket = UnixSocket(adopting: second, loop: loop)
            let recorder: Recorder = Recorder()
            other.start(recorder)
            for number: UInt8 in 0..<UInt8(2 * LoneSocket.enoughReads) {
                other.write([number])
                #expect(await recorder.next(1) == [number])
            }
        }

        /// Makes its socket the lone one, from the other end.
        func becomeLone(_ peer: UnixSocket, _ recorder: Recorder) async {
            let loop: EventLoop = loop
            while await onLoop(loop, { loop.readsWithoutAsking }) < 5 {
                for _ in 0..<20 {
                    peer.write([7])
                    #expect(await recorder.next(1) == [7])
                }
            }
        }
    }

    /// Runs `body` on a loop with a socket, and with who reads it, whose other end is a responder's lone socket.
    private func withResponder(
        _ wait: Wait, _ body: @escaping @Sendable (EventLoop, UnixSocket, Recorder, Responder) async throws -> Void
    ) async throws {
        let (responder, descriptor) = try await Responder.start(wait)
        defer { responder.loop.shutdown() }
        try await withLoopThrowing { loop in
            let socket: UnixSocket = UnixSocket(adopting: descriptor, loop: loop)
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            await responder.becomeLone(socket, recorder)
            try await body(loop, socket, recorder, responder)
        }
    }

    @Test(arguments: Wait.allCases) func timersAndOtherSocketsAreServedAllTheSame(_ wait: Wait) async throws {
        try await withResponder(wait) { loop, socket, recorder, responder in
            await onLoopTask(responder.loop) { try? await responder.loop.sleep(for: .milliseconds(2)) }
            let (first, second) = try UnixSocket.descriptorPair()
            await onLoop(responder.loop) { UnixSocket(adopting: first, loop: responder.loop).start(Echo()) }
            let other: UnixSocket = UnixSocket(adopting: second, loop: loop)
            let others: Recorder = Recorder()
            other.start(others)
            for number: UInt8 in 0..<100 {
                if number % 3 == 0 {
                    other.write([number])
                    #expect(await others.next(1) == [number])
                }
                socket.write([number])
                #expect(await recorder.next(1) == [number])
            }
        }
    }

    @Test(arguments: Wait.allCases) func aPauseHoldsUntilItEnds(_ wait: Wait) async throws {
        try await withResponder(wait) { loop, socket, recorder, responder in
            await onLoop(responder.loop) { responder.socket.value?.pauseReading() }
            let before: Int = await onLoop(responder.loop) { responder.loop.readsWithoutAsking }
            socket.write([1, 2, 3])
            try await loop.sleep(for: .milliseconds(5))
            #expect(recorder.bytes.isEmpty)
            #expect(await onLoop(responder.loop) { responder.loop.readsWithoutAsking } == before)
            await onLoop(responder.loop) { responder.socket.value?.resumeReading() }
            #expect(await recorder.next(3) == [1, 2, 3])
        }
    }

    @Test(arguments: Wait.allCases) func theEndIsSeen(_ wait: Wait) async throws {
        try await withResponder(wait) { loop, socket, recorder, responder in
            socket.write([1])
            socket.finishWriting()
            #expect(await recorder.ended() == .endOfFile)
            #expect(recorder.bytes == [1])
            #expect(await onLoop(responder.loop) { responder.socket.value?.isClosed == true })
        }
    }

    @Test(arguments: Wait.allCases) func theLoopsEndClosesIt(_ wait: Wait) async throws {
        try await withResponder(wait) { loop, socket, recorder, responder in
            await onLoop(responder.loop) { responder.socket.value = nil }
            responder.loop.stop()
            #expect(await recorder.ended() == .endOfFile)
        }
    }

    @Test(arguments: Wait.allCases) func aSignalIsSeen(_ wait: Wait) async throws {
        try await withResponder(wait) { loop, socket, recorder, responder in
            let (arrivals, arrival): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
            let source: SignalSource = await onLoop(responder.loop) { responder.loop.onSignal(SIGWINCH) { arrival.yield() } }
            kill(getpid(), SIGWINCH)
            for await _ in arrivals { break }
            await onLoop(responder.loop) { source.cancel() }
            socket.write([9])
            #expect(await recorder.next(1) == [9])
        }
    }

    /// How a connection ends.
    enum Ending: CaseIterable {
        case peer, loop, anotherSocket
    }

    @Test(arguments: Ending.allCases) func theEndIsSeenByALoopThatWaitsForOneSocket(_ ending: Ending) async throws {
        try await withResponder(.asleep) { loop, socket, recorder, responder in
            for number: Int in 0..<300 {
                socket.write([UInt8(truncatingIfNeeded: number)])
                #expect(await recorder.next(1) == [UInt8(truncatingIfNeeded: number)])
            }
            switch ending {
            case .peer: socket.finishWriting()
            case .loop:
                await onLoop(responder.loop) { responder.socket.value = nil }
                responder.loop.stop()
            case .anotherSocket:
                try await responder.talk(to: loop)
                await onLoop(responder.loop) { responder.socket.value?.close() }
            }
            #expect(await recorder.ended() == .endOfFile)
            if ending == .peer { #expect(await onLoop(responder.loop) { responder.socket.value?.isClosed == true }) }
        }
    }

    /// What can be read and written at once is written too, although there is always more to be read.
    @Test func whatIsBlockedIsWrittenWhileMuchWaitsToBeRead() async throws {
        try await withPair { loop, socket, peer in
            let sipper: Sipper = Sipper(peer: peer, count: 10_000)
            peer.write([UInt8](repeating: 1, count: 10_000))
            socket.read(1, into: [])
            socket.start(sipper)
            #expect(await sipper.sipsWhenDrained() ?? .max < 1_000)
        }
    }

    @Test func aSocketIsLoneAfterManyReadsInARow() async throws {
        try await withPair { loop, socket, peer in
            var lone: LoneSocket = LoneSocket()
            for _ in 1..<LoneSocket.enoughReads { lone.noteRead(of: socket) }
            #expect(lone.value == nil)
            lone.noteRead(of: socket)
            #expect(lone.value === socket)
            lone.noteClosed(peer)
            #expect(lone.value === socket)
            lone.noteRead(of: peer)
            #expect(lone.value == nil)
            for _ in 1..<LoneSocket.enoughReads { lone.noteRead(of: peer) }
            #expect(lone.value === peer)
            lone.noteClosed(peer)
            #expect(lone.value == nil)
        }
    }
}

/// Reads byte by byte; writes much once its socket is the lone one, and sees to it from then on that there is room for it.
private final class Sipper: UnixSocketHandler {
    /// Not started, so that the loop does not read it.
    private let peer: UnixSocket
    private let count: Int
    private var sips: Int = 0
    private var waiter: CheckedContinuation<Int?, Never>?

    init(peer: UnixSocket, count: Int) {
        self.peer = peer
        self.count = count
    }

    /// How many bytes were read when all was written; nil where all were.
    func sipsWhenDrained() async -> Int? {
        await withCheckedContinuation { waiter = $0 }
    }

    func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8]) {
        sips += 1
        if sips == 100 { socket.write([UInt8](repeating: 2, count: 4 << 20)) }
        if sips > 100 { while peer.readOnce() {} }
        if sips == count { return end(nil) }
        socket.read(1, into: [])
    }

    func socketDidDrain(_ socket: UnixSocket) {
        end(sips)
    }

    private func end(_ sips: Int?) {
        waiter.take()?.resume(returning: sips)
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {}
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {}
}
