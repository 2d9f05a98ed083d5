import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
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
}
