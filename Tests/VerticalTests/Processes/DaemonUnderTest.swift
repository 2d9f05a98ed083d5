import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import FoundationEssentials
import Testing

/// A real `svc-echo`, with what it writes and how it ends. Everything of it happens on one loop.
final class DaemonUnderTest: Sendable {
    let loop: EventLoop
    let home: TemporaryDirectory
    let output: Mailbox<[UInt8]> = Mailbox()
    let errors: Mailbox<[UInt8]> = Mailbox()
    let exits: Mailbox<ColonnadeEventLoop.ExitStatus> = Mailbox()
    private let child: LoopBound<ChildProcess?>
    private let readers: LoopBound<[PipeReader]>

    /// The daemon stands beside the tests' own executable.
    static var executable: String {
        get throws {
            let own: String = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: own).deletingLastPathComponent().appending(path: "svc-echo").path
        }
    }

    init(loop: EventLoop, home: TemporaryDirectory) {
        self.loop = loop
        self.home = home
        child = LoopBound(nil, loop: loop)
        readers = LoopBound([], loop: loop)
    }

    /// Starts it in its home. On the loop.
    func start(
        _ arguments: [String], environment: [String: String] = [:], listen sockets: [(name: String, listener: UnixListener)] = []
    ) throws {
        var request: SpawnRequest = SpawnRequest(executable: try Self.executable, arguments: arguments)
        request.environment = environment
        for name: String in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value: String = ProcessInfo.processInfo.environment[name] { request.environment[name] = value }
        }
        request.workingDirectory = home.path
        let pipes: [(reading: OwnedDescriptor, writing: OwnedDescriptor)] = [try OwnedDescriptor.pipe(), try OwnedDescriptor.pipe()]
        request.descriptors = [.init(pipes[0].writing.number, as: 1), .init(pipes[1].writing.number, as: 2)]
        if !sockets.isEmpty { request.listen(on: sockets.map { ($0.name, $0.listener.descriptor) }) }
        for (pipe, box) in zip(pipes, [output, errors]) {
            let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: loop)
            try reader.start(onBytes: { box.put($0) }, onEnd: { box.put([]) })
            readers.value.append(reader)
        }
        child.value = try ChildProcess.spawn(request, loop: loop) { [exits] in exits.put($0) }
    }

    func signal(_ number: Int32) {
        child.value?.kill(number)
    }

    /// KiB of its memory, by the name that proc(5) gives them: `RssFile`, `VmHWM`. On the loop.
    func memory(_ name: String) throws -> Int {
        let status: String = try String(contentsOfFile: "/proc/\(child.value?.pid ?? 0)/status", encoding: .utf8)
        let line: Substring? = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// How it ended, once it has.
    func exit() async throws -> ColonnadeEventLoop.ExitStatus {
        try await exits.first()
    }

    /// All that it wrote to one of its outputs until it closed it.
    func text(_ box: Mailbox<[UInt8]>) async throws -> String {
        _ = try await box.first { $0.isEmpty }
        return String(decoding: box.all.joined(), as: UTF8.self)
    }

    /// A client of it, with the connector to close afterwards.
    func client(at path: String, as consumer: String = "tests") -> (client: EchoClient, connector: Connector) {
        let connector: Connector = Connector(
            consumer: consumer, provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: path), loop: loop,
            instance: "tests")
        return (EchoClient(connector), connector)
    }

    /// A call that takes `duration`, once its handler was started.
    func callInFlight(_ duration: Duration, _ client: EchoClient, _ connector: Connector) async throws -> Task<EchoPayload, any Error> {
        let call: Task<EchoPayload, any Error> = Task { try await client.pause(PauseRequest(duration: duration, bytes: 3)) }
        let introspection: IntrospectionClient = IntrospectionClient(PlatformChannel(connector))
        try await within(.seconds(30), "the call is in flight") {
            while try await introspection.stats(StatsRequest()).boards.first(where: { $0.board == "Echo.pause" })?.inFlight != 1 {
                await Task.yield()
            }
        }
        return call
    }

    /// Waits until the daemon has said in its log that it is ready.
    func becomesReady() async throws {
        _ = try await errors.first { String(decoding: $0, as: UTF8.self).contains("ready") }
    }
}

/// Runs a test's body on a loop with a home of its own; kills what is left of its daemon.
func withDaemon(_ body: @escaping @Sendable (DaemonUnderTest) async throws -> Void) async throws {
    let loop: EventLoop = EventLoop(name: "test")
    let daemon: DaemonUnderTest = DaemonUnderTest(loop: loop, home: try TemporaryDirectory())
    let result: Result<Void, any Error> = await Task(executorPreference: loop) {
        let result: Result<Void, any Error>
        do { result = .success(try await body(daemon)) } catch { result = .failure(error) }
        daemon.signal(9)
        return result
    }.value
    loop.shutdown()
    try result.get()
}

/// The receiver of NOTIFY_SOCKET.
struct NotifyReceiver {
    let path: String
    let messages: Mailbox<String> = Mailbox()
    private let socket: DatagramSocket

    /// On the loop.
    init(home: TemporaryDirectory, loop: EventLoop) throws {
        path = "\(home.path)/notify"
        socket = try DatagramSocket.bind(path: path, loop: loop)
        try socket.start { [messages] bytes, _ in messages.put(String(decoding: bytes, as: UTF8.self)) }
    }
}
