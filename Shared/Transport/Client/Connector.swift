public import ColonnadeContract
public import ColonnadeEventLoop

/// A consumer's way to one provider, whatever happens to the connections under it.
///
/// It connects when it is first called, sends calls behind HELLO without waiting, connects again after a loss, and sends
/// again what was not dispatched. Callers may be on any thread; those on the loop save the way there.
public final class Connector: Channel {
    private let limits: Limits
    private let loop: EventLoop
    private let core: LoopReference<ConnectorCore>

    /// A connector that connects when it is first called.
    /// - Parameters:
    ///   - consumer: this side's name, as the edge has it: `clinical-records`, `operator`.
    ///   - provider: the provider's name: `maps`.
    ///   - contract: the contract that the clients were generated with.
    ///   - boards: the boards that this consumer uses, by name; only they must fit the provider's contract. Nil for all.
    ///   - dialer: the way to the provider.
    ///   - loop: where everything happens.
    ///   - instance: tells this process from another of the same consumer.
    public init(
        consumer: String, provider: String, contract: ContractDescriptor, boards: Set<String>? = nil, dialer: any Dialer,
        loop: EventLoop, limits: Limits = Limits(), instance: String
    ) {
        self.loop = loop
        self.limits = limits
        let hello: Hello = Hello(
            consumer: consumer, provider: provider, instance: instance, fingerprint: contract.fingerprint,
            limits: PeerLimits(
                frameBytes: UInt32(clamping: limits.frameBytes), streams: UInt32(clamping: limits.streams),
                outputCredit: UInt32(clamping: limits.outputCredit)))
        core = LoopReference(
            ConnectorCore(hello: hello, contract: contract, boards: boards, dialer: dialer, loop: loop, limits: limits), loop: loop)
    }

    deinit {
        close()
    }

    /// Sends one Input, and waits for the one output.
    ///
    /// Cancelling the caller's task cancels the call; at once, but for a caller on the connector's loop whose call is
    /// younger than 40 ms: there, it may take effect that much later, because such a caller is watched for cancelling
    /// only when its call takes long. The deadline in the metadata is kept in any case.
    public func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage {
        let call: ClientCall = ClientCall(request, metadata: CallMetadata.current.handedOn, loop: loop)
        guard waitsUnwatched else {
            return try await watched(call) { continuation in core.onLoop { $0.submit(call, continuation) } }.output()
        }
        var end: CallEnd? = await ClientCall.Continuation.wait { core.value.submit(call, $0, isWatched: false) }
        if end == nil { end = await goOn(call, nil) }
        return try end!.output()
    }

    public func begin<Input: WireMessage>(board: UInt16, _ input: Input, isIdempotent: Bool, on actor: (any Actor)?) -> any OpenCall {
        guard waitsUnwatched else {
            return EncodedCall(CallRequest(board: board, body: EncodedMessage(encoding: input), isIdempotent: isIdempotent))
        }
        let core: ConnectorCore = core.value
        let call: ClientCall = core.spareCall()
        core.submit(call, board: board, input, isIdempotent: isIdempotent)
        if actor == nil { while !call.hasNews, loop.turnInPlace() {} }
        return call
    }

    public func goOn<Input: WireMessage>(_ call: any OpenCall, _ input: Input) async -> CallEnd {
        switch call {
        case let call as ClientCall: return await goOn(call, EncodedMessage(encoding: input))
        case let call as EncodedCall:
            do throws(CallError) {
                return .output(try await self.call(call.request))
            } catch {
                return CallEnd(error)
            }
        default: preconditionFailure("the call was begun by another channel")
        }
    }

    /// To watch for cancelling costs as much as a third of all else of a call from the loop, and most end before anybody cancels:
    /// one that takes longer comes back to be watched.
    private var waitsUnwatched: Bool { core.isOnLoop && !loop.isVirtual && !EventLoop.isTaskCancelled }

    /// Goes on with a call that takes long, or is to be sent again.
    /// - Parameter body: the Input, where the call has not got it.
    private func goOn(_ call: ClientCall, _ body: EncodedMessage?) async -> CallEnd {
        await watched(call) { continuation in core.onLoop { $0.goOn(call, body, continuation) } }
    }

    /// Waits for the end of `call`, which cancelling this task brings about.
    private func watched(_ call: ClientCall, _ wait: (ClientCall.Continuation) -> Void) async -> CallEnd {
        let end: CallEnd? = await withTaskCancellationHandler {
            await ClientCall.Continuation.wait(wait)
        } onCancel: {
            core.onLoop { $0.cancel(call) }
        }
        return end ?? .failed(ClientCall.cancelledBefore)
    }

    public func recycle(_ buffer: consuming [UInt8]) {
        if core.isOnLoop { core.value.buffers.give(buffer) }
    }

    public func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) {
        if core.isOnLoop { core.value.recycle(call, buffer) }
    }

    public func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        let inbox: OutputInbox = OutputInbox(credit: limits.outputCredit, frameBytes: limits.frameBytes)
        let call: ClientCall = ClientCall(
            request, metadata: CallMetadata.current.handedOn, inbox: inbox, takesCommands: takesCommands, loop: loop)
        return ConnectorStream(connector: self, call: call, inbox: inbox)
    }

    /// Closes every connection, and fails what is open or waits. Any thread.
    public func close() {
        core.onLoop { $0.close() }
    }

    func onLoop(_ body: @escaping @Sendable (ConnectorCore) -> Void) {
        core.onLoop(body)
    }
}
