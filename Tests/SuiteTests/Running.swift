import ColonnadeEventLoop
import Foundation
import Synchronization
import Testing

/// How a command ended.
struct Finished: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The output's lines, each a JSON value of its own.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The JSON object in line `index`, from the end where it is negative.
    func object(_ index: Int = 0) throws -> [String: Any] {
        let lines: [String] = lines
        let position: Int = index < 0 ? lines.count + index : index
        try #require(lines.indices.contains(position), "no line \(index) in: \(output) \(errors)")
        let value: Any = try JSONSerialization.jsonObject(with: Data(lines[position].utf8))
        return try #require(value as? [String: Any], "no object: \(lines[position])")
    }

    /// The JSON object on standard error, where a call was refused or failed.
    func failure() throws -> [String: Any] {
        let line: Substring = try #require(errors.split(separator: "\n").last { $0.hasPrefix("{") }, "no JSON in: \(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}

/// A `svc-supervisor` command that runs. Its output is collected as it comes, so that a test can wait for a line.
final class Running: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var openPipes: Int = 2
        var status: Int32?

        var finished: Finished? {
            guard openPipes == 0, let status else { return nil }
            return Finished(
                status: status, output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
        }
    }

    /// What the commands are started by, always on the same thread: a child ends with the thread that started it.
    private static let loop: EventLoop = EventLoop(name: "commands")

    private let arguments: [String]
    private let state: Mutex<State> = Mutex(State())
    /// The test's end of the command's standard input, and the command.
    private let ends: LoopBound<(input: UnixSocket?, process: ChildProcess?)> = LoopBound((nil, nil), loop: Running.loop)
    /// Something changed in `state`. One test waits at a time.
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// - Parameter input: what is written to standard input, which is closed behind it; nil leaves it open.
    init(_ arguments: [String], home: URL, input: String?) throws {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.arguments = arguments.prefix(1) + ["--home", home.path()] + arguments.dropFirst()
        let mine: OwnedDescriptor
        let its: OwnedDescriptor
        (mine, its) = try UnixSocket.descriptorPair()
        Self.loop.execute { [self] in
            do {
                try spawn(input: its)
                let socket: UnixSocket = UnixSocket(adopting: mine, loop: Self.loop)
                socket.start(Mute())
                ends.value.input = socket
                if let input { socket.write(Array(input.utf8)) }
                if input != nil { socket.finishWriting() }
            } catch {
                note { state in
                    state.errors += Array("\(error)".utf8)
                    (state.openPipes, state.status) = (0, -1)
                }
            }
        }
    }

    private func spawn(input: OwnedDescriptor) throws {
        var request: SpawnRequest = SpawnRequest(executable: Suite.products.appending(path: "svc-supervisor").path(), arguments: arguments)
        request.environment = ProcessInfo.processInfo.environment
        let output: OwnedDescriptor = try read { $0.output += $1 }
        let errors: OwnedDescriptor = try read { $0.errors += $1 }
        request.descriptors = [.init(input.number, as: 0), .init(output.number, as: 1), .init(errors.number, as: 2)]
        ends.value.process = try ChildProcess.spawn(request, loop: Self.loop) { [self] exit in
            note { state in
                state.status =
                    switch exit {
                    case .exited(let status): status
                    case .signalled(let number, _): 128 + number
                    }
            }
        }
    }

    /// The writing end of a pipe whose bytes `take` gets.
    private func read(_ take: @escaping @Sendable (inout State, [UInt8]) -> Void) throws -> OwnedDescriptor {
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: Self.loop)
        // The reader lives as long as the pipe is read: its callback holds it.
        try reader.start { [self] bytes in
            note { take(&$0, bytes) }
        } onEnd: { [self] in
            withExtendedLifetime(reader) { note { $0.openPipes -= 1 } }
        }
        return pipe.writing
    }

    /// Writes one line to the command's standard input.
    func send(_ line: String) {
        Self.loop.execute { [ends] in ends.value.input?.write(Array("\(line)\n".utf8)) }
    }

    /// Ends the command's standard input.
    func finishInput() {
        Self.loop.execute { [ends] in ends.value.input?.finishWriting() }
    }

    func interrupt() {
        Self.loop.execute { [ends] in _ = ends.value.process?.kill(SIGINT) }
    }

    /// Waits for the end.
    func finished(within limit: Duration = .seconds(60)) async throws -> Finished {
        try await wait(for: "the end of \(arguments)", within: limit) { $0.finished }
    }

    /// Waits until the output has `count` whole lines, and gives them.
    func lines(_ count: Int, within limit: Duration = .seconds(60)) async throws -> [String] {
        try await wait(for: "\(count) lines of \(arguments)", within: limit) { state in
            let lines: [Substring] = String(decoding: state.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count > count ? lines.prefix(count).map(String.init) : nil
        }
    }

    private func wait<Value: Sendable>(
        for what: String, within limit: Duration, _ condition: @escaping @Sendable (borrowing State) -> Value?
    ) async throws -> Value {
        let late: LoopTimer = Self.loop.schedule(after: limit) { [change] in change.finish() }
        defer { late.cancel() }
        if let value: Value = state.withLock({ condition($0) }) { return value }
        for await _: Void in changes {
            if let value: Value = state.withLock({ condition($0) }) { return value }
        }
        let said: String = state.withLock {
            "\(String(decoding: $0.output.suffix(500), as: UTF8.self)) \(String(decoding: $0.errors, as: UTF8.self))"
        }
        throw Late(what: "\(what) did not come within \(limit); at last it said: \(said)")
    }

    private func note(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        change.yield()
    }
}

/// The test's end of a standard input: nothing is read from it.
private final class Mute: UnixSocketHandler {
    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {}

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {}
}
