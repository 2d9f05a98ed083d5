import Testing

@testable import ColonnadeEventLoop

/// A loop that spins and reads one socket without asking libuv, and everything else that it has to do meanwhile.
@Suite("The lone socket of a loop that spins", .timeLimit(.minutes(1)))
struct LoneSocketTests {
    /// Writes back what it reads, on a loop that spins as long as the test lasts.
    private struct Spinner {
        let loop: EventLoop
        let socket: LoopBound<UnixSocket?>

        /// A spinner, and the other end of its socket.
        static func start() async throws -> (Spinner, OwnedDescriptor) {
            let (first, second) = try UnixSocket.descriptorPair()
            let loop: EventLoop = EventLoop(name: "spinning")
            let socket: LoopBound<UnixSocket?> = LoopBound(nil, loop: loop)
            await onLoop(loop) {
                loop.spin(upTo: .seconds(3600))
                socket.value = UnixSocket(adopting: first, loop: loop)
                socket.value?.start(Echo())
            }
            return (Spinner(loop: loop, socket: socket), second)
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

    /// Runs `body` on a loop with a socket, and with who reads it, whose other end is a spinner's lone socket.
    private func withSpinner(_ body: @escaping @Sendable (EventLoop, UnixSocket, Recorder, Spinner) async throws -> Void) async throws {
        let (spinner, descriptor) = try await Spinner.start()
        defer { spinner.loop.shutdown() }
        try await withLoopThrowing { loop in
            let socket: UnixSocket = UnixSocket(adopting: descriptor, loop: loop)
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            await spinner.becomeLone(socket, recorder)
            try await body(loop, socket, recorder, spinner)
        }
    }

    @Test func timersAndOtherSocketsAreServedAllTheSame() async throws {
        try await withSpinner { loop, socket, recorder, spinner in
            await onLoopTask(spinner.loop) { try? await spinner.loop.sleep(for: .milliseconds(2)) }
            let (first, second) = try UnixSocket.descriptorPair()
            await onLoop(spinner.loop) { UnixSocket(adopting: first, loop: spinner.loop).start(Echo()) }
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

    @Test func aPauseHoldsUntilItEnds() async throws {
        try await withSpinner { loop, socket, recorder, spinner in
            await onLoop(spinner.loop) { spinner.socket.value?.pauseReading() }
            let before: Int = await onLoop(spinner.loop) { spinner.loop.readsWithoutAsking }
            socket.write([1, 2, 3])
            try await loop.sleep(for: .milliseconds(5))
            #expect(recorder.bytes.isEmpty)
            #expect(await onLoop(spinner.loop) { spinner.loop.readsWithoutAsking } == before)
            await onLoop(spinner.loop) { spinner.socket.value?.resumeReading() }
            #expect(await recorder.next(3) == [1, 2, 3])
        }
    }

    @Test func theEndIsSeen() async throws {
        try await withSpinner { loop, socket, recorder, spinner in
            socket.write([1])
            socket.finishWriting()
            #expect(await recorder.ended() == .endOfFile)
            #expect(recorder.bytes == [1])
            #expect(await onLoop(spinner.loop) { spinner.socket.value?.isClosed == true })
        }
    }

    @Test func theLoopsEndClosesIt() async throws {
        try await withSpinner { loop, socket, recorder, spinner in
            await onLoop(spinner.loop) { spinner.socket.value = nil }
            spinner.loop.stop()
            #expect(await recorder.ended() == .endOfFile)
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
