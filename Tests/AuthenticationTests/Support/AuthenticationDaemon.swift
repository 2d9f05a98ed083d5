import AuthenticationIO
import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import Foundation

/// The real `svc-authentication`, started as its own process, with a client of it. Whoever waits does so within the test's time limit.
final class AuthenticationDaemon: Sendable {
    struct Ended: Error {
        let status: ExitStatus?
    }

    let client: AuthenticationClient
    private let loop: EventLoop
    private let connector: Connector
    private let child: ChildProcess
    private let exits: AsyncStream<ExitStatus>

    /// Starts the daemon over the state in a folder, and waits until it says that it is ready.
    init(in folder: TestFolder, loop: EventLoop) async throws {
        let configuration: String = folder.path + "/configuration.json"
        try Data(#"{"passwordCost": 4, "passwordParallelism": 1}"#.utf8).write(to: URL(fileURLWithPath: configuration))
        var request: SpawnRequest = SpawnRequest(
            executable: Self.executable,
            arguments: ["--socket", folder.path + "/authentication.sock", "--config", configuration, "--state", folder.path + "/state"])
        request.environment = ["NOTIFY_SOCKET": folder.path + "/notify.sock"]
        let (exits, exit): (AsyncStream<ExitStatus>, AsyncStream<ExitStatus>.Continuation) = AsyncStream.makeStream()
        let (news, say): (AsyncStream<String>, AsyncStream<String>.Continuation) = AsyncStream.makeStream()
        child = try await Task(executorPreference: loop) { [request] in
            let notify: DatagramSocket = try DatagramSocket.bind(path: folder.path + "/notify.sock", loop: loop)
            try notify.start { bytes, _ in say.yield(String(decoding: bytes, as: UTF8.self)) }
            let child: ChildProcess = try ChildProcess.spawn(request, loop: loop) { status in
                exit.yield(status)
                say.finish()
            }
            for await message: String in news where message.contains("READY=1") {
                notify.close()
                try FileManager.default.removeItem(atPath: folder.path + "/notify.sock")
                return child
            }
            throw Ended(status: await exits.first { _ in true })
        }.value
        self.loop = loop
        self.exits = exits
        connector = Connector(
            consumer: "tests", provider: "authentication", contract: AuthenticationContract.descriptor,
            dialer: UnixDialer(path: folder.path + "/authentication.sock"), loop: loop, instance: "1")
        client = AuthenticationClient(connector)
    }

    /// Sends a signal, and waits for the daemon's end.
    func end(by signal: Int32) async throws -> ExitStatus {
        await Task(executorPreference: loop) { [child] in _ = child.kill(signal) }.value
        guard let status: ExitStatus = await exits.first(where: { _ in true }) else { throw Ended(status: nil) }
        connector.close()
        return status
    }

    /// Built beside the tests.
    private static var executable: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("svc-authentication").path
    }
}
