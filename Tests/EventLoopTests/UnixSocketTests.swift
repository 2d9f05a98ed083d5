import ColonnadeWorld
import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("Connected sockets", .timeLimit(.minutes(1)))
struct UnixSocketTests {
    @Test func bytesComeBackThroughAListener() async throws {
        let path: String = temporaryPath("echo")
        try await withLoopThrowing { loop in
            let listener: UnixListener = try UnixListener.bind(path: path, loop: loop)
            try listener.start { socket in socket.start(Echo()) }
            let socket: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
            let recorder: Recorder = Recorder()
            socket.start(recorder)
            for round in 0..<3 {
                socket.write(Array("hello \(round)".utf8))
                #expect(await recorder.next(7) == Array("hello \(round)".utf8))
            }
            #expect(socket.peer == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()))
            socket.close()
            #expect(await recorder.ended() == .closed)
            listener.close()
        }
        removeFile(path)
    }

    @Test func smallWritesOfOneTurnAreOneSystemCallAndLargeOnesGoAtOnce() async throws {
        try await withPair { loop, socket, peer in
            let recorder: Recorder = Recorder()
            peer.start(recorder)
            for round in 0..<10 {
                let before: Int = loop.writeCalls
                for number in 0..<100 {
                    socket.write { $0.append(UInt8(number)) }
                    if number % 10 == 0 { await Task.yield() }
                    #expect(loop.writeCalls == before, "round \(round): written before the end of the turn")
                }
                socket.write(Array(repeating: 7, count: 64 * 1024))
                #expect(loop.writeCalls == before + 1, "round \(round): not written at once")
                socket.write([8])
                #expect(await recorder.next(100 + 64 * 1024 + 1) == Array(0..<100) + Array(repeating: 7, count: 64 * 1024) + [8])
                #expect(loop.writeCalls == before + 2, "round \(round)")
            }
        }
    }

    @Test func aPeerThatNeverReadsOnlyCostsWhatIsWritten() async throws {
        try await withPair { loop, socket, peer in
            socket.start(Recorder())
            let calls: Int = loop.writeCalls
            var queued: Int = 0
            for round in 1...50 {
                socket.write(Array(repeating: UInt8(round), count: 100_000))
                try await loop.sleep(for: .zero)
                #expect(socket.queuedBytes <= queued + 100_000)
                queued = socket.queuedBytes
            }
            #expect(queued > 4_000_000)
            // Once the kernel has refused, nothing is tried before it says that there is room.
            #expect(loop.writeCalls - calls < 10)
            socket.close()
            #expect(socket.queuedBytes == 0)
        }
    }

    @Test func theWriterHearsWhenAllIsWritten() async throws {
        try await withPair { loop, socket, peer in
            let writer: Recorder = Recorder()
            let reader: Recorder = Recorder()
            socket.start(writer)
            socket.write([1])
            try await loop.sleep(for: .zero)
            #expect(writer.drains == 0, "what was written at once is no news")
            socket.write(Array(repeating: 5, count: 3_000_000))
            try await loop.sleep(for: .zero)
            #expect(socket.queuedBytes > 0)
            peer.start(reader)
            await writer.until { writer.drains == 1 }
            #expect(socket.queuedBytes == 0)
            #expect(await reader.next(3_000_001).count == 3_000_001)
            #expect(writer.drains == 1)
        }
    }

    @Test func aPausedReaderLeavesTheBytesWithTheWriter() async throws {
        try await withPair { loop, socket, peer in
            let writer: Recorder = Recorder()
            let reader: Recorder = Recorder()
            socket.start(writer)
            peer.start(reader)
            peer.pauseReading()
            socket.write(Array(repeating: 5, count: 2_000_000))
            for _ in 0..<5 { try await loop.sleep(for: .zero) }
            #expect(reader.bytes.isEmpty)
            #expect(socket.queuedBytes > 1_000_000)
            peer.resumeReading()
            #expect(await reader.next(2_000_000).allSatisfy { $0 == 5 })
        }
    }

    @Test func bytesStayInOrderWhateverTheirSizes() async throws {
        let seed: UInt64 = UInt64.random(in: 0 ... .max)
        try await withPair { loop, socket, peer in
            var random: SeededGenerator = SeededGenerator(seed: seed)
            let reader: Recorder = Recorder()
            socket.start(Recorder())
            peer.start(reader)
            var expected: [UInt8] = []
            for _ in 0..<60 {
                let largest: Int = Int.random(in: 0...3, using: &random) == 0 ? 200_000 : 50
                let size: Int = Int.random(in: 0...largest, using: &random)
                let first: UInt8 = UInt8.random(in: 0...255, using: &random)
                let bytes: [UInt8] = (0..<size).map { first &+ UInt8(truncatingIfNeeded: $0) }
                expected += bytes
                if Bool.random(using: &random) { socket.write(bytes) } else { socket.write { $0 += bytes } }
                if Int.random(in: 0...4, using: &random) == 0 { peer.pauseReading() }
                if Int.random(in: 0...2, using: &random) == 0 { peer.resumeReading() }
                if Bool.random(using: &random) { try await loop.sleep(for: .zero) }
            }
            peer.resumeReading()
            #expect(await reader.next(expected.count) == expected, "seed \(seed)")
            #expect(socket.queuedBytes == 0, "seed \(seed)")
        }
    }

    @Test func descriptorsComeBeforeTheBytesBehindThem() async throws {
        try await withPair { loop, socket, peer in
            let reader: Recorder = Recorder()
            peer.start(reader)
            let counters: [(counter: SharedCounter, memory: OwnedDescriptor)] = try (0..<3).map { _ in try SharedCounter.create() }
            socket.write([1])
            for counter in counters { socket.send(counter.memory) }
            socket.write([2])
            #expect(await reader.next(2) == [1, 2])
            try #require(reader.descriptors.count == 3)
            for (number, descriptor) in reader.descriptors.enumerated() {
                try SharedCounter(adopting: descriptor).value = UInt64(number + 10)
            }
            #expect(counters.map(\.counter.value) == [10, 11, 12])
        }
    }

    @Test func descriptorsThatNobodyWantsAreClosed() async throws {
        try await withPair { loop, socket, peer in
            let reader: Recorder = Recorder()
            peer.acceptsDescriptors = false
            peer.start(reader)
            socket.send(try SharedCounter.create().memory)
            socket.write([2])
            #expect(await reader.next(1) == [2])
            #expect(reader.descriptors.isEmpty)
        }
    }
}
