import ColonnadeContract
import ColonnadeEventLoop
package import ColonnadeTransport
import Glibc

/// For callers outside the launcher, mostly tests.
extension Launcher {
    /// A consumer's in-memory channel to a vertical of this launcher; it carries the same frames as a socket.
    package func connector(from consumer: String, to provider: String, _ contract: ContractDescriptor) -> Connector {
        Connector(
            consumer: consumer, provider: provider, contract: contract,
            dialer: LocalDialer(servers: local, provider: provider, consumer: consumer), loop: mainboard.loop, limits: options.limits,
            instance: "\(getpid())")
    }

    /// Makes a vertical of this launcher serve a socket at `path` as well, for any consumer. On the loop.
    package func listen(at path: String, for provider: String) throws(LaunchError) {
        guard let server: Server = local[provider] else {
            preconditionFailure("\(provider) is not installed in this launcher")
        }
        do throws(SocketError) {
            server.serve(listener: try UnixListener.bind(path: path, loop: mainboard.loop), consumer: nil)
        } catch {
            throw .resource("can not listen at \(path): \(error)")
        }
    }

    /// Makes a vertical of this launcher accept one consumer's pipes. On the loop.
    package func serve(_ provider: String, acceptor: any Acceptor, consumer: String) {
        guard let server: Server = local[provider] else {
            preconditionFailure("\(provider) is not installed in this launcher")
        }
        server.serve(acceptor: acceptor, consumer: consumer)
    }

    /// Ends at once what the death of its process would end: nobody is told, and nothing in flight comes to its end. On the loop.
    package func abandon() async {
        disconnect()
        for vertical: ServedVertical in verticals.reversed() { vertical.server.close() }
        for vertical: ServedVertical in verticals.reversed() { await vertical.close() }
    }
}
