public import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import ColonnadeVertical
import FoundationEssentials
import Glibc

/// A real daemon as a process of its own that listens at a socket in a home of its own. Where a test lets go of it, it is killed.
///
/// ```swift
/// let daemon: DaemonProcess = try await DaemonProcess.start("svc-maps", configuration: #"{"places": "/tmp/places.geojson"}"#)
/// let maps: MapsClient = MapsClient(daemon.channel(to: MapsContract.descriptor))
/// …
/// #expect(try await daemon.stop() == .exited(0))
/// ```
public final class DaemonProcess: Sendable {
    /// A child ends with the thread that has started it, so that one is kept.
    private static let loop: EventLoop = EventLoop(name: "daemons")

    /// The folder with its socket, its configuration and its state; give it to ``start(_:configuration:arguments:environment:home:within:)``
    /// again, and the next process finds what this one has kept.
    public let home: TemporaryDirectory
    private let executable: String
    private let child: LoopBound<ChildProcess?> = LoopBound(nil, loop: DaemonProcess.loop)
    private let reader: LoopBound<PipeReader?> = LoopBound(nil, loop: DaemonProcess.loop)
    /// An empty piece is the end.
    private let written: Mailbox<[UInt8]> = Mailbox()
    /// What it says to NOTIFY_SOCKET; nil once it has ended.
    private let notices: Mailbox<String?> = Mailbox()
    private let ends: Mailbox<ProcessEnd> = Mailbox()

    /// Where it listens, for any consumer.
    public var socket: String { "\(home.path)/daemon.sock" }

    /// What it has written so far to its standard output and error.
    public var log: String { String(decoding: written.all.joined(), as: UTF8.self) }

    private init(executable: String, home: TemporaryDirectory) {
        self.executable = executable
        self.home = home
    }

    deinit {
        let child: LoopBound<ChildProcess?> = child
        Self.loop.execute { child.value?.kill(SIGKILL) }
    }

    /// Starts a daemon, and returns once it has said that it is ready.
    /// - Parameters:
    ///   - program: its path, or a name that is looked for beside the tests, where SwiftPM builds it.
    ///   - configuration: its configuration as JSON; nil for none.
    ///   - arguments: what follows `--socket`, `--state` and `--config` on its command line: `--connect maps=/tmp/maps.sock`.
    ///   - environment: all that it gets, beside NOTIFY_SOCKET and the LD_LIBRARY_PATH of the tests.
    ///   - home: the home of an earlier process; nil for a new one.
    ///   - limit: how long it may take to become ready.
    /// - Throws: ``DaemonFailure``, with its log, where it does not become ready.
    public static func start(
        _ program: String, configuration: String? = nil, arguments: [String] = [], environment: [String: String] = [:],
        home: TemporaryDirectory? = nil, within limit: Duration = .seconds(30)
    ) async throws -> DaemonProcess {
        let daemon: DaemonProcess = DaemonProcess(
            executable: try path(of: program), home: try home ?? TemporaryDirectory())
        var request: SpawnRequest = SpawnRequest(
            executable: daemon.executable, arguments: ["--socket", daemon.socket, "--state", "\(daemon.home.path)/state"])
        if let configuration {
            request.arguments += ["--config", try daemon.home.write(configuration, to: "configuration.json")]
        }
        request.arguments += arguments
        request.environment = environment.merging(["NOTIFY_SOCKET": "\(daemon.home.path)/notify"]) { given, _ in given }
        request.environment["LD_LIBRARY_PATH"] = environment["LD_LIBRARY_PATH"] ?? EnvironmentVariables.value("LD_LIBRARY_PATH")
        request.workingDirectory = daemon.home.path
        try await Task(executorPreference: loop) { [request] in try await daemon.launch(request, within: limit) }.value
        return daemon
    }

    /// A consumer's way to it, for a generated client.
    /// - Parameters:
    ///   - contract: the interface that is called.
    ///   - consumer: who the daemon is told is calling.
    public func channel(to contract: ContractDescriptor, as consumer: String = "tests") -> any Channel {
        SocketChannel(to: contract, at: socket, as: consumer)
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) async {
        await Task(executorPreference: Self.loop) { [child] in _ = child.value?.kill(number) }.value
    }

    /// Asks it to end, by SIGTERM, and waits until it has. It is killed where it does not in time.
    /// - Throws: ``DaemonFailure``, with its log, where it had to be killed.
    public func stop(within limit: Duration = .seconds(30)) async throws -> ProcessEnd {
        await signal(SIGTERM)
        do {
            return try await end(within: limit)
        } catch {
            await signal(SIGKILL)
            throw error
        }
    }

    /// Kills it, as a crash would, and waits for its end.
    public func kill(within limit: Duration = .seconds(30)) async throws -> ProcessEnd {
        await signal(SIGKILL)
        return try await end(within: limit)
    }

    /// Waits until its log has `text` in it.
    /// - Throws: ``DaemonFailure``, with its log, where that does not come in time.
    public func logged(_ text: String, within limit: Duration = .seconds(30)) async throws {
        do {
            _ = try await written.first(within: limit) { [written] _ in String(decoding: written.all.joined(), as: UTF8.self).contains(text)
            }
        } catch {
            throw DaemonFailure("\(executable) did not write \"\(text)\" within \(limit)", log: log)
        }
    }

    /// Waits for its end.
    /// - Throws: ``DaemonFailure``, with its log, where it does not end in time.
    public func end(within limit: Duration = .seconds(30)) async throws -> ProcessEnd {
        do {
            let end: ProcessEnd = try await ends.first(within: limit)
            _ = try await written.first(within: limit) { $0.isEmpty }
            return end
        } catch {
            throw DaemonFailure("\(executable) did not end within \(limit)", log: log)
        }
    }

    /// On the loop.
    private func launch(_ request: SpawnRequest, within limit: Duration) async throws {
        let notifyPath: String = "\(home.path)/notify"
        let notify: DatagramSocket = try DatagramSocket.bind(path: notifyPath, loop: Self.loop)
        defer {
            notify.close()
            try? FileManager.default.removeItem(atPath: notifyPath)
        }
        try notify.start { [notices] bytes, _ in notices.put(String(decoding: bytes, as: UTF8.self)) }
        try spawn(request)
        let ready: String?
        do {
            ready = try await notices.first(within: limit) { $0?.contains("READY=1") ?? true }
        } catch {
            child.value?.kill(SIGKILL)
            throw DaemonFailure("\(executable) was not ready within \(limit)", log: log)
        }
        if ready == nil { throw DaemonFailure("\(executable) \(try await end(within: limit)) before it was ready", log: log) }
    }

    private func spawn(_ request: SpawnRequest) throws {
        var request: SpawnRequest = request
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        request.descriptors = [.init(pipe.writing.number, as: 1), .init(pipe.writing.number, as: 2)]
        reader.value = PipeReader(adopting: pipe.reading, loop: Self.loop)
        try reader.value?.start(onBytes: { [written] in written.put($0) }, onEnd: { [written] in written.put([]) })
        child.value = try ChildProcess.spawn(request, loop: Self.loop) { [ends, notices] status in
            switch status {
            case .exited(let code): ends.put(.exited(code))
            case .signalled(let number, _): ends.put(.signalled(number))
            }
            notices.put(nil)
        }
    }

    private static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        let tests: String = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: program).path
    }
}
