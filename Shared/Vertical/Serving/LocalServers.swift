import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
private import Synchronization

/// The servers of one process, by their vertical's name. Verticals of one launcher reach each other through them with the same
/// frames, but without a socket in the file system.
final class LocalServers: Sendable {
    private let servers: Mutex<[String: Server]> = Mutex([:])

    subscript(provider: String) -> Server? {
        get { servers.withLock { $0[provider] } }
        set { servers.withLock { $0[provider] = newValue } }
    }
}

/// Connects to a vertical of the same process, once it is made.
struct LocalDialer: Dialer {
    let servers: LocalServers
    let provider: String
    let consumer: String

    func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
        guard let server: Server = servers[provider] else { throw .refused("\(provider), in this process") }
        let (near, far): (MemoryPipe, MemoryPipe) = MemoryPipe.pair(loop, loop)
        server.serve(pipe: far, consumer: consumer)
        return near
    }
}
