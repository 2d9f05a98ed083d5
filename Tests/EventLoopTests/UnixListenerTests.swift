import FoundationEssentials
import Glibc
import Testing

@testable import ColonnadeEventLoop

@Suite("Listening sockets", .timeLimit(.minutes(1)))
struct UnixListenerTests {
    @Test func aFullBacklogSaysSoAndAcceptingEndsIt() async throws {
        try await withListener(backlog: 1) { loop, listener, path in
            var waiting: [UnixSocket] = []
            let error: SocketError = try #require(
                throws: SocketError.self,
                performing: { for _ in 0..<10 { waiting.append(try UnixSocket.connect(path: path, loop: loop)) } })
            #expect(error.isBacklogFull)
            #expect(error.code == EAGAIN)
            let accepted: LoopBound<Int> = LoopBound(0, loop: loop)
            try listener.start { _ in accepted.value += 1 }
            let count: Int = waiting.count
            await turns(loop) { accepted.value == count }
            waiting.append(try UnixSocket.connect(path: path, loop: loop))
        }
    }

    @Test func nobodyThereIsAnErrorOfItsOwn() async throws {
        let path: String = temporaryPath("nobody")
        await withLoop { loop in
            let error: SocketError? = #expect(throws: SocketError.self) { try UnixSocket.connect(path: path, loop: loop) }
            #expect(error == SocketError(code: ENOENT, operation: .connect, path: path))
            #expect(error?.isNobodyThere == true)
            let long: String = "/tmp/" + String(repeating: "x", count: 108)
            #expect(throws: SocketError(code: ENAMETOOLONG, operation: .connect, path: long)) {
                try UnixSocket.connect(path: long, loop: loop)
            }
        }
    }

    @Test func thePathHasTheModeAndIsLeftAlone() async throws {
        try await withListener(mode: 0o620) { loop, listener, path in
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o620)
            #expect(throws: SocketError(code: EADDRINUSE, operation: .bind, path: path)) {
                try UnixListener.bind(path: path, loop: loop)
            }
            UnixListener.removeStale(path: path)
            #expect(FileManager.default.fileExists(atPath: path), "somebody listens there")
            listener.close()
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func theOwnerIsWhoeverOwnsThePath() async throws {
        try await withListener(mode: 0o600) { loop, listener, path in
            #expect(listener.owner == getuid())
            let copy: UnixListener = UnixListener(adopting: OwnedDescriptor(adopting: dup(listener.descriptor)), loop: loop)
            #expect(copy.owner == getuid(), "also of a socket that was handed over")
            if getuid() == 0 {
                try FileManager.default.setAttributes([.ownerAccountID: 4_242_424], ofItemAtPath: path)
                #expect(copy.owner == 4_242_424)
            }
            removeFile(path)
            #expect(copy.owner == getuid(), "where the file can not be seen, the socket itself says it")
            copy.close()
        }
    }

    @Test func aPathThatWasLeftBehindCanBeRemoved() async throws {
        let path: String = temporaryPath("stale")
        try await withLoopThrowing { loop in
            try UnixListener.bind(path: path, loop: loop).close()
            // More than once: a child that another test starts holds the socket too until it runs its program.
            await turns(loop) {
                UnixListener.removeStale(path: path)
                return !FileManager.default.fileExists(atPath: path)
            }
        }
    }

    @Test func onlyTheOwnPathIsRemoved() async throws {
        let path: String = temporaryPath("own")
        defer { removeFile(path) }
        try await withLoopThrowing { loop in
            let old: UnixListener = try UnixListener.bind(path: path, loop: loop)
            removeFile(path)
            let new: UnixListener = try UnixListener.bind(path: path, loop: loop)
            old.removePath()
            #expect(FileManager.default.fileExists(atPath: path), "a newer one has bound it")
            new.removePath()
            #expect(!FileManager.default.fileExists(atPath: path))
            new.removePath()
        }
    }

    @Test func aLongPathIsReachedByItsDirectory() async throws {
        let top: String = temporaryPath("long")
        let folder: String = top + String(repeating: "/" + String(repeating: "d", count: 60), count: 4)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: top) }
        try await withLoopThrowing { loop in
            let before: Int = openDescriptors(top)
            let listener: UnixListener = try UnixListener.bind(path: folder + "/a.sock", mode: 0o600, loop: loop)
            let accepted: LoopBound<Int> = LoopBound(0, loop: loop)
            try listener.start { _ in accepted.value += 1 }
            let client: UnixSocket = try UnixSocket.connect(path: folder + "/a.sock", loop: loop)
            await turns(loop) { accepted.value == 1 }
            #expect(client.peer?.uid == geteuid())
            #expect(openDescriptors(top) == before)
            #expect(throws: SocketError(code: ENOENT, operation: .connect, path: folder + "/b.sock")) {
                try UnixSocket.connect(path: folder + "/b.sock", loop: loop)
            }
            listener.removePath()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func aPausedListenerLeavesConnectionsInTheQueue() async throws {
        try await withListener { loop, listener, path in
            let accepted: LoopBound<[UnixSocket]> = LoopBound([], loop: loop)
            try listener.start { socket in
                accepted.withValue { $0.append(socket) }
                listener.pause()
            }
            let clients: [UnixSocket] = try (0..<3).map { _ in try UnixSocket.connect(path: path, loop: loop) }
            await turns(loop) { accepted.value.count == 1 }
            for _ in 0..<3 { try await loop.sleep(for: .zero) }
            #expect(accepted.value.count == 1, "accepted ahead")
            listener.resume()
            await turns(loop) { accepted.value.count == 2 }
            #expect(clients.count == 3)
        }
    }

    @Test func watchingDoesNotAccept() async throws {
        try await withListener { loop, listener, path in
            let seen: LoopBound<Int> = LoopBound(0, loop: loop)
            try listener.onReadable { seen.value += 1 }
            let client: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
            await turns(loop) { seen.value == 1 }
            for _ in 0..<3 { try await loop.sleep(for: .zero) }
            #expect(seen.value == 1, "called once")
            let recorder: Recorder = Recorder()
            client.start(recorder)
            client.write([7])
            // Another holder of the socket, as a daemon is that was started for it.
            let copy: Int32 = fcntl(listener.descriptor, F_DUPFD_CLOEXEC, 3)
            let other: UnixListener = UnixListener(adopting: OwnedDescriptor(adopting: copy), loop: loop)
            try other.start { socket in socket.start(Echo()) }
            #expect(await recorder.next(1) == [7])
        }
    }

    @Test func thousandsOfConnectionsLeaveNothingBehind() async throws {
        try await withListener { loop, listener, path in
            let ended: LoopBound<Int> = LoopBound(0, loop: loop)
            try listener.start { socket in socket.start(EndCounter(ended)) }
            let before: Int = openDescriptors("socket:")
            for round in 1...50 {
                let sockets: [UnixSocket] = try (0..<60).map { _ in
                    let socket: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
                    socket.start(EndCounter(nil))
                    socket.write([1, 2, 3])
                    return socket
                }
                for socket in sockets { round % 2 == 0 ? socket.close() : socket.closeAfterFlush() }
                await turns(loop) { ended.value == round * 60 }
            }
            // Other tests run beside this one and have some open; a leak of one for each connection would be 3000.
            #expect(try await descriptorsFall("socket:", below: before + 500, on: loop))
        }
    }
}

/// Counts the ends of sockets.
private final class EndCounter: UnixSocketHandler {
    private let count: LoopBound<Int>?

    init(_ count: LoopBound<Int>?) {
        self.count = count
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {}
    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        count?.value += 1
    }
}

/// Lets the loop turn until something is so.
private func turns(_ loop: EventLoop, until isReady: () -> Bool) async {
    while !isReady() { try? await loop.sleep(for: .milliseconds(1)) }
}

private func withListener(
    backlog: Int32 = 128, mode: UInt32 = 0o600, _ body: @escaping @Sendable (EventLoop, UnixListener, String) async throws -> Void
) async throws {
    let path: String = temporaryPath("listener")
    defer { removeFile(path) }
    try await withLoopThrowing { loop in
        let listener: UnixListener = try UnixListener.bind(path: path, mode: mode, backlog: backlog, loop: loop)
        try await body(loop, listener, path)
    }
}
