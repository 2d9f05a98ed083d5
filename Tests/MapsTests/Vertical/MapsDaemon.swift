import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import Foundation
import MapsIO

/// The real `svc-maps` or `svc-maps-grid`, started as its own process, with a client of it. Whoever waits does so within the test's time limit.
final class MapsDaemon: Sendable {
    struct Ended: Error {
        let status: ExitStatus?
    }

    let maps: MapsClient
    private let loop: EventLoop
    private let connector: Connector
    private let child: ChildProcess
    private let exits: AsyncStream<ExitStatus>

    /// Starts the daemon over the state in `directory`, and waits until it says that it is ready.
    init(_ store: PlacesStore, in directory: TemporaryDirectory, loop: EventLoop) async throws {
        let configuration: String = try directory.write(#"{"places":"\#(ShippedPlaces.path)"}"#, to: "configuration.json")
        var request: SpawnRequest = SpawnRequest(
            executable: Self.executable(store),
            arguments: ["--socket", directory.path + "/maps.sock", "--config", configuration, "--state", directory.path + "/state"])
        request.environment = ["NOTIFY_SOCKET": directory.path + "/notify.sock"]
        let (exits, exit): (AsyncStream<ExitStatus>, AsyncStream<ExitStatus>.Continuation) = AsyncStream.makeStream()
        let (news, say): (AsyncStream<String>, AsyncStream<String>.Continuation) = AsyncStream.makeStream()
        child = try await Task(executorPreference: loop) { [request] in
            let notify: DatagramSocket = try DatagramSocket.bind(path: directory.path + "/notify.sock", loop: loop)
            try notify.start { bytes, _ in say.yield(String(decoding: bytes, as: UTF8.self)) }
            let child: ChildProcess = try ChildProcess.spawn(request, loop: loop) { status in
                exit.yield(status)
                say.finish()
            }
            for await message: String in news where message.contains("READY=1") {
                notify.close()
                try FileManager.default.removeItem(atPath: directory.path + "/notify.sock")
                return child
            }
            throw Ended(status: await exits.first { _ in true })
        }.value
        self.loop = loop
        self.exits = exits
        connector = Connector(
            consumer: "tests", provider: "maps", contract: MapsContract.descriptor,
            dialer: UnixDialer(path: directory.path + "/maps.sock"), loop: loop, instance: "1")
        maps = MapsClient(connector)
    }

    /// Sends a signal, and waits for the daemon's end.
    func end(by signal: Int32) async throws -> ExitStatus {
        await Task(executorPreference: loop) { [child] in _ = child.kill(signal) }.value
        guard let status: ExitStatus = await exits.first(where: { _ in true }) else { throw Ended(status: nil) }
        connector.close()
        return status
    }

    /// Built beside the tests.
    private static func executable(_ store: PlacesStore) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(store == .sqlite ? "svc-maps" : "svc-maps-grid").path
    }
}
