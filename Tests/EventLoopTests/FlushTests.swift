import Testing

@testable import ColonnadeEventLoop

/// What is written at the end of a turn, where several sockets wait for it and share memory.
@Suite("The end of a turn", .timeLimit(.minutes(1)))
struct FlushTests {
    /// Connected sockets, each with somebody who reads at the other end.
    private func sockets(_ count: Int, on loop: EventLoop) throws -> [(socket: UnixSocket, reader: Recorder)] {
        try (0..<count).map { _ in
            let (socket, peer) = try UnixSocket.pair(loop: loop)
            let reader: Recorder = Recorder()
            socket.start(Recorder())
            peer.start(reader)
            return (socket, reader)
        }
    }

    @Test func aSocketThatClosesBeforeTheEndWritesNothingAndHoldsNobodyUp() async throws {
        try await withLoopThrowing { loop in
            let all: [(socket: UnixSocket, reader: Recorder)] = try sockets(5, on: loop)
            for (number, (socket, _)) in all.enumerated() { socket.write([UInt8(number)]) }
            all[1].socket.close()
            all[3].socket.close()
            for number in [0, 2, 4] { #expect(await all[number].reader.next(1) == [UInt8(number)]) }
            for number in [1, 3] {
                #expect(await all[number].reader.ended() == .endOfFile)
                #expect(all[number].reader.bytes.isEmpty)
            }
        }
    }

    @Test func aSocketThatNobodyHoldsIsWrittenAllTheSame() async throws {
        try await withLoopThrowing { loop in
            let recorder: Recorder = Recorder()
            func write(_ bytes: [UInt8]) throws {
                let (socket, peer) = try UnixSocket.pair(loop: loop)
                peer.start(recorder)
                socket.write(bytes)
            }
            try write([1, 2, 3])
            #expect(await recorder.ended() == .endOfFile)
            #expect(recorder.bytes == [1, 2, 3])
        }
    }

    @Test func whatFollowsAFlushInTheSameTurnIsWrittenToo() async throws {
        try await withLoopThrowing { loop in
            let all: [(socket: UnixSocket, reader: Recorder)] = try sockets(2, on: loop)
            let before: Int = loop.writeCalls
            all[0].socket.write([1])
            #expect(all[0].socket.flushNow())
            all[0].socket.write([2])
            all[1].socket.write([3])
            #expect(loop.writeCalls == before + 1)
            #expect(await all[0].reader.next(2) == [1, 2])
            #expect(await all[1].reader.next(1) == [3])
            #expect(loop.writeCalls == before + 3)
        }
    }

    /// A buffer goes from socket to socket with what it held.
    @Test func whatOneSocketWroteIsNotWrittenByAnother() async throws {
        try await withLoopThrowing { loop in
            let all: [(socket: UnixSocket, reader: Recorder)] = try sockets(3, on: loop)
            for round in 0..<300 {
                let (socket, reader) = all[round % 3]
                let bytes: [UInt8] = Array(repeating: UInt8(truncatingIfNeeded: round), count: 1 + round % 70)
                socket.write { $0 += bytes }
                var expected: [UInt8] = bytes
                if round % 20 == 7 {
                    // Written early, and then more than is copied: what was written stands before neither.
                    let early: [UInt8] = Array(repeating: 1, count: OutputBuffer.earlyWrite)
                    let own: [UInt8] = Array(repeating: 2, count: OutputBuffer.ownSegment)
                    socket.write { $0 += early }
                    socket.write(own)
                    socket.write { $0.append(3) }
                    expected += early + own + [3]
                }
                if round % 20 == 13 {
                    // More than the kernel takes at once, and behind it memory that another has used.
                    let own: [UInt8] = Array(repeating: 2, count: 16 * OutputBuffer.ownSegment)
                    socket.write(own)
                    let (other, otherReader) = all[(round + 1) % 3]
                    other.write { $0 += [9, 9, 9] }
                    #expect(other.flushNow())
                    socket.write { $0.append(3) }
                    expected += own + [3]
                    #expect(await otherReader.next(3) == [9, 9, 9])
                }
                let read: [UInt8] = await reader.next(expected.count)
                #expect(read == expected, "round \(round)")
                #expect(reader.bytes.isEmpty, "round \(round)")
            }
        }
    }

    @Test func bytesThatAreWrittenTakeNoRoomFromThoseToCome() async throws {
        try await withLoopThrowing { loop in
            let all: [(socket: UnixSocket, reader: Recorder)] = try sockets(1, on: loop)
            let piece: [UInt8] = Array(repeating: 5, count: OutputBuffer.earlyWrite)
            for _ in 0..<20 { all[0].socket.write { $0 += piece } }
            #expect(await all[0].reader.next(20 * piece.count).count == 20 * piece.count)
            #expect((1...4 * piece.count).contains(spare(of: loop).capacity))
            for _ in 0..<200 {
                all[0].socket.write { $0 += piece.prefix(100) }
                #expect(await all[0].reader.next(100).count == 100)
            }
            #expect(spare(of: loop).capacity <= 4 * piece.count)
        }
    }

    private func spare(of loop: EventLoop) -> [UInt8] {
        var buffer: [UInt8] = []
        loop.buffers.takeUsed(into: &buffer)
        return buffer
    }
}
