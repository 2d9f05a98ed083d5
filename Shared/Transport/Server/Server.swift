private import ColonnadeContract
public import ColonnadeEventLoop

/// Serves interfaces to the consumers that connect.
public final class Server: Sendable {
    private let configuration: ServerConfiguration
    private let loop: EventLoop

    /// A server that serves nobody yet.
    public init(configuration: ServerConfiguration, loop: EventLoop) {
        self.configuration = configuration
        self.loop = loop
    }

    /// Accepts from a listening socket that is one edge.
    /// - Parameter consumer: the only consumer that may say HELLO there; nil for any.
    public func serve(listener: UnixListener, consumer: String?) {}

    /// Accepts from anything that gives pipes. Any thread.
    public func serve(acceptor: any Acceptor, consumer: String?) {}

    /// Serves one pipe that is not started.
    public func serve(pipe: any Pipe, consumer: String?) {}

    /// Accepts no more, lets what was accepted come to its end, and closes.
    /// - Parameter timeout: how long handlers may take before they are cancelled and their connections closed.
    public func drain(timeout: Duration) async {}

    /// Closes everything at once and cancels the handlers.
    public func close() {}

    /// What the server has done.
    public var statistics: ServerStatistics {
        get async { ServerStatistics() }
    }
}
