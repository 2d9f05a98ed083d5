import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import FoundationEssentials

/// The three verticals that `fan` asks: those of `--connect first=PATH`, `second=PATH` and `third=PATH`, each where it is
/// given, and this one itself, without a socket between, where it is not.
///
/// They are no declared edges: an edge is known by its interface, and all three have the same one.
struct Neighbours: Sendable {
    let first: EchoClient
    let second: EchoClient
    let third: EchoClient

    /// On the loop that the vertical is launched on.
    init(connections: [String: String], limits: Limits, mainboard: Motherboard) {
        func client(_ name: String) -> EchoClient {
            guard let path: String = connections[name], let loop: EventLoop = EventLoop.current else {
                return EchoClient(mainboard.channel(to: EchoContract.descriptor.name))
            }
            return EchoClient(
                Connector(
                    consumer: "echo", provider: "echo", contract: EchoContract.descriptor, dialer: UnixDialer(path: path), loop: loop,
                    limits: limits, instance: "\(ProcessInfo.processInfo.processIdentifier)"))
        }
        first = client("first")
        second = client("second")
        third = client("third")
    }
}
