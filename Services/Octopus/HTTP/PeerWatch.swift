import NIOCore

/// Asks a connection's ``ConnectionRules`` to say once when the peer sends no more, or is gone. A task that waits for the same would
/// cost each open page some kilobytes.
struct PeerWatch: Sendable {
    private let gone: @Sendable () -> Void

    private init(_ gone: @escaping @Sendable () -> Void) {
        self.gone = gone
    }

    /// Calls `gone` on the channel's loop, at once where the peer is gone already. It takes the place of one before.
    static func begin(on channel: any Channel, _ gone: @escaping @Sendable () -> Void) {
        channel.triggerUserOutboundEvent(PeerWatch(gone), promise: nil)
    }

    func tell() { gone() }
}
