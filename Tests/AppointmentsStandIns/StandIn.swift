public import Colonnade
public import ColonnadeEventLoop
public import ColonnadeTesting
import ColonnadeTransport

/// A vertical of the test's process at a socket in a directory, as another daemon would be.
public struct StandIn: Sendable {
    private let server: Server

    /// Listens at `NAME.sock` in the directory, in the place of what was there.
    public init(_ name: String, _ dispatcher: any Dispatcher, in home: TemporaryDirectory, loop: EventLoop) async throws {
        let server: Server = Server(configuration: ServerConfiguration(provider: name, dispatchers: [dispatcher]), loop: loop)
        let path: String = "\(home.path)/\(name).sock"
        try await Task(executorPreference: loop) {
            UnixListener.removeStale(path: path)
            server.serve(listener: try UnixListener.bind(path: path, loop: loop), consumer: nil)
        }.value
        self.server = server
    }

    public func close() {
        server.close()
    }
}
