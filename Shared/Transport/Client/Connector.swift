public import ColonnadeContract
public import ColonnadeEventLoop

/// A consumer's way to one provider, whatever happens to the connections under it.
public final class Connector: Channel {
    private let loop: EventLoop

    /// A connector that connects when it is first called.
    /// - Parameters:
    ///   - consumer: this side's name, as the edge has it: `clinical-records`, `operator`.
    ///   - provider: the provider's name: `maps`.
    ///   - contract: the contract that the clients were generated with.
    ///   - instance: tells this process from another of the same consumer.
    public init(
        consumer: String, provider: String, contract: ContractDescriptor, dialer: any Dialer, loop: EventLoop,
        limits: Limits = Limits(), instance: String
    ) {
        self.loop = loop
    }

    public func call(_ request: CallRequest) async throws(CallError) -> [UInt8] {
        throw .fault(Fault(.unavailable, "Nothing is connected.", outcome: .notDispatched))
    }

    public func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        preconditionFailure("nothing is connected")
    }

    /// Closes every connection and fails what is open or waits. Any thread.
    public func close() {}
}
