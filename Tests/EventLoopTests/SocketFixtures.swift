import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// Writes back what it reads.
final class Echo: UnixSocketHandler {
    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        socket.write { output in
            for index: Int in bytes.indices { output.append(bytes[index]) }
        }
    }

    func socketDidDrain(_ socket: UnixSocket) {}
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {}
}

/// Keeps what it is told, and lets a task on the same loop wait for it.
final class Recorder: UnixSocketHandler {
    var bytes: [UInt8] = []
    private(set) var descriptors: [OwnedDescriptor] = []
    private(set) var drains: Int = 0
    private(set) var ends: [SocketEnd] = []
    var closesOnRead: Bool = false
    private var waiting: [(isReady: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    func socket(_ socket: UnixSocket, didRead span: borrowing Span<UInt8>) {
        for index: Int in span.indices { bytes.append(span[index]) }
        if closesOnRead { socket.close() }
        wake()
    }

    func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor) {
        descriptors.append(descriptor)
        wake()
    }

    func socketDidDrain(_ socket: UnixSocket) {
        drains += 1
        wake()
    }

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        ends.append(reason)
        wake()
    }

    /// The next `count` bytes.
    func next(_ count: Int) async -> [UInt8] {
        await until { self.bytes.count >= count }
        let result: [UInt8] = Array(bytes.prefix(count))
        bytes.removeFirst(count)
        return result
    }

    func ended() async -> SocketEnd {
        await until { !self.ends.isEmpty }
        return ends[0]
    }

    func until(_ isReady: @escaping () -> Bool) async {
        guard !isReady() else { return }
        await withCheckedContinuation { waiting.append((isReady, $0)) }
    }

    private func wake() {
        let ready = waiting.filter { $0.isReady() }
        waiting.removeAll { $0.isReady() }
        for entry in ready { entry.continuation.resume() }
    }
}

/// A path in the temporary directory that no other test has.
func temporaryPath(_ name: String) -> String {
    "\(FileManager.default.temporaryDirectory.path)/colonnade-\(getpid())-\(UInt32.random(in: 0...UInt32.max))-\(name)"
}

/// How many descriptors of a kind (`socket:`, `anon_inode:[pidfd]`) this process has open.
func openDescriptors(_ kind: String) -> Int {
    let numbers: [String] = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(kind) == true }
}

/// Waits until fewer than `limit` descriptors of a kind are open: what other tests have open goes, what leaked stays.
func descriptorsFall(_ kind: String, below limit: Int, on loop: EventLoop) async throws -> Bool {
    let deadline: MonotonicTime = loop.now + .seconds(60)
    while openDescriptors(kind) >= limit {
        if loop.now >= deadline { return false }
        try await loop.sleep(for: .milliseconds(20))
    }
    return true
}

func removeFile(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

/// Runs `body` on a loop with two sockets that are connected with each other and not started.
func withPair(_ body: @escaping @Sendable (EventLoop, UnixSocket, UnixSocket) async throws -> Void) async throws {
    try await withLoopThrowing { loop in
        let (first, second) = try UnixSocket.pair(loop: loop)
        try await body(loop, first, second)
    }
}

func withLoopThrowing<T: Sendable>(_ body: @escaping @Sendable (EventLoop) async throws -> T) async throws -> T {
    try await withLoop { loop -> Result<T, any Error> in
        do {
            return .success(try await body(loop))
        } catch {
            return .failure(error)
        }
    }.get()
}
