import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("How sockets end", .timeLimit(.minutes(1)))
struct SocketEndTests {
    @Test func thePeersCloseIsTheEndOfTheFile() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            peer.write([1, 2, 3])
            peer.closeAfterFlush()
            #expect(await recorder.ended() == .endOfFile)
            #expect(recorder.bytes == [1, 2, 3])
            try await loop.sleep(for: .zero)
            #expect(socket.isClosed)
            #expect(recorder.ends == [.endOfFile])
        }
    }

    @Test func aHalfClosedSocketCanStillAnswer() async throws {
        try await withPair { loop, socket, peer in
            let asking: Recorder = Recorder()
            let answering: Recorder = Recorder()
            peer.staysOpenAfterEndOfFile = true
            socket.start(asking)
            peer.start(answering)
            socket.write([1])
            socket.finishWriting()
            socket.write([2])
            #expect(await answering.ended() == .endOfFile)
            #expect(answering.bytes == [1])
            peer.write([42])
            peer.closeAfterFlush()
            #expect(await asking.ended() == .endOfFile)
            #expect(asking.bytes == [42])
            #expect(answering.ends == [.endOfFile])
        }
    }

    @Test func closingTwiceIsReportedOnce() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            socket.close()
            #expect(recorder.ends.isEmpty, "the end must not come in the middle of the caller's work")
            socket.close()
            socket.closeAfterFlush()
            socket.write([1])
            socket.pauseReading()
            socket.resumeReading()
            socket.finishWriting()
            try await loop.sleep(for: .zero)
            #expect(recorder.ends == [.closed])
            #expect(socket.peer == nil)
        }
    }

    @Test func aHandlerMayCloseWhileItReads() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            recorder.closesOnRead = true
            socket.start(recorder)
            peer.write([1])
            #expect(await recorder.ended() == .closed)
            #expect(recorder.bytes == [1])
        }
    }

    @Test func afterAWriteErrorTheRestIsReadFirst() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            socket.pauseReading()
            peer.write(Array(repeating: 9, count: 100_000))
            try await loop.sleep(for: .zero)
            peer.close()
            // More than once: a child that another test starts holds the peer's end too until it runs its program.
            while recorder.ends.isEmpty {
                socket.write([1])
                try await loop.sleep(for: .milliseconds(1))
            }
            #expect(recorder.ends == [.error(SocketError(code: EPIPE, operation: .write))])
            #expect(recorder.bytes == Array(repeating: 9, count: 100_000))
            #expect(socket.isClosed)
        }
    }

    @Test func aPeerThatClosesWithUnreadBytesLosesNothingOfItsOwn() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            socket.write([1, 2, 3])
            peer.write([4])
            try await loop.sleep(for: .zero)
            // Never started, so [1, 2, 3] is unread: the kernel says ECONNRESET, behind the byte.
            peer.close()
            socket.start(recorder)
            #expect(await recorder.ended() == .error(SocketError(code: ECONNRESET, operation: .read)))
            #expect(recorder.bytes == [4])
        }
    }

    @Test func aCloseAfterFlushWaitsForASlowReader() async throws {
        try await withPair { loop, socket, peer in
            let writer: Recorder = Recorder()
            let reader: Recorder = Recorder()
            socket.start(writer)
            socket.write(Array(repeating: 3, count: 1_000_000))
            socket.closeAfterFlush()
            try await loop.sleep(for: .zero)
            #expect(!socket.isClosed)
            peer.start(reader)
            #expect(await reader.ended() == .endOfFile)
            #expect(reader.bytes.count == 1_000_000)
            #expect(await writer.ended() == .closed)
        }
    }

    @Test func theLoopsEndClosesItsSockets() async throws {
        let (first, second) = try UnixSocket.descriptorPair()
        let loop: EventLoop = EventLoop(name: "ending")
        await onLoop(loop) {
            let socket: UnixSocket = UnixSocket(adopting: first, loop: loop)
            socket.start(Echo())
            socket.write([5])
        }
        loop.shutdown()
        try await withLoopThrowing { loop in
            let recorder: Recorder = Recorder()
            UnixSocket(adopting: second, loop: loop).start(recorder)
            #expect(await recorder.next(1) == [5])
        }
    }
}
