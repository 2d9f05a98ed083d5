import Hummingbird
import NIOCore

/// What the door knows of a request beside what it says.
struct DoorContext: RequestContext, RemoteAddressRequestContext {
    let remoteAddress: SocketAddress?
    /// The connection that the request has come by.
    let channel: any Channel
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }

    /// The peer's address without a port.
    var address: String { remoteAddress?.ipAddress ?? "" }
}
