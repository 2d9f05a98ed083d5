import FoundationEssentials
import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("Signals, datagrams, offloaded work, files", .timeLimit(.minutes(1)))
struct SourceTests {
    @Test func aSignalReachesItsLoopUntilItIsCancelled() async throws {
        await withLoop { loop in
            let ignoring: SignalSource = loop.onSignal(SIGUSR1) {}
            let seen: LoopBound<Int> = LoopBound(0, loop: loop)
            await withCheckedContinuation { continuation in
                let source: SignalSource = loop.onSignal(SIGUSR1) {
                    seen.value += 1
                    if seen.value == 1 { continuation.resume() }
                }
                kill(getpid(), SIGUSR1)
                loop.schedule(after: .seconds(3600)) { source.cancel() }
            }
            #expect(seen.value == 1)
            ignoring.cancel()
        }
    }

    @Test func datagramsComeWithTheirSender() async throws {
        let path: String = temporaryPath("notify")
        for address in [path, "@" + path] {
            try await withLoopThrowing { loop in
                let socket: DatagramSocket = try DatagramSocket.bind(path: address, loop: loop)
                let messages: LoopBound<[String]> = LoopBound([], loop: loop)
                let peers: LoopBound<[PeerCredentials?]> = LoopBound([], loop: loop)
                try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                    do {
                        try socket.start { bytes, peer in
                            messages.withValue { $0.append(String(decoding: bytes, as: UTF8.self)) }
                            peers.withValue { $0.append(peer) }
                            if messages.value.count == 2 { done.resume() }
                        }
                        try DatagramSocket.send(Array("READY=1".utf8), to: address)
                        try DatagramSocket.send(Array("WATCHDOG=1".utf8), to: address)
                    } catch {
                        done.resume(throwing: error)
                    }
                }
                #expect(messages.value == ["READY=1", "WATCHDOG=1"])
                #expect(peers.value.allSatisfy { $0 == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()) })
                socket.close()
            }
        }
        removeFile(path)
    }

    @Test func offloadedWorkLeavesTheLoopAndComesBack() async throws {
        try await withLoopThrowing { loop in
            let number: Int = try await loop.offload {
                #expect(!loop.isCurrent)
                return 5
            }
            #expect(loop.isCurrent)
            #expect(number == 5)
            await #expect(throws: CancellationError.self) { try await loop.offload { throw CancellationError() } }
        }
    }

    @Test func virtualTimeStandsStillForOffloadedWork() async throws {
        let loop: EventLoop = EventLoop(name: "virtual", clock: .virtual())
        await onLoopTask(loop) {
            let timer: LoopTimer = loop.schedule(after: .seconds(1)) { Issue.record("time went on during work") }
            _ = try? await loop.offload { usleep(20_000) }
            timer.cancel()
        }
        loop.shutdown()
    }

    @Test func aFileGrowsAndGivesWay() throws {
        let path: String = temporaryPath("log")
        defer { for suffix: String in ["", ".1", ".2", ".3"] { removeFile(path + suffix) } }
        let file: AppendFile = try AppendFile(path: path)
        for text in ["one", "two", "three", "four"] {
            try file.append(Array(text.utf8))
            #expect(file.size == text.utf8.count)
            try file.rotate(keeping: 2)
            #expect(file.size == 0)
        }
        try file.append(Array("five".utf8))
        func contents(_ suffix: String) -> String? { try? String(contentsOfFile: path + suffix, encoding: .utf8) }
        #expect([contents(""), contents(".1"), contents(".2"), contents(".3")] == ["five", "four", "three", nil])
        #expect(try AppendFile(path: path).size == 4)
    }

    @Test func aCounterIsSharedAndNothingElseIsTakenForOne() throws {
        let (counter, memory): (SharedCounter, OwnedDescriptor) = try SharedCounter.create()
        let other: SharedCounter = try SharedCounter(adopting: memory.duplicate())
        #expect(other.value == 0)
        counter.value = UInt64.max - 1
        #expect(other.value == UInt64.max - 1)
        // Neither side can take the memory away.
        #expect(ftruncate(memory.number, 0) != 0)
        let pipe = try OwnedDescriptor.pipe()
        #expect(throws: SocketError.self) { try SharedCounter(adopting: pipe.reading) }
        let file: OwnedDescriptor = try OwnedDescriptor.open(path: "/dev/null", flags: O_RDWR)
        #expect(throws: SocketError.self) { try SharedCounter(adopting: file) }
    }

    @Test func noListeningSocketsWithoutTheVariables() throws {
        #expect(try ListenDescriptors.take().isEmpty)
    }
}
