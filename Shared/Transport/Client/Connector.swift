public import ColonnadeContract
public import ColonnadeEventLoop

/// A consumer's access to one provider, independent of the connections underneath.
///
/// It connects on the first call, pipelines calls behind HELLO without waiting, reconnects after a loss, and resends what was not
/// dispatched. Callers may be on any thread; those on the loop save a hop.
public final class Connector: Channel {
    private let limits: Limits
    private let loop: EventLoop
    private let core: LoopReference<ConnectorCore>
    private let tracing: CallTracing?

    /// Creates a connector, which connects on its first call.
    /// - Parameters:
    ///   - consumer: this side's name, as the edge has it: `clinical-records`, `operator`.
    ///   - provider: the provider's name: `maps`.
    ///   - contract: the contract that the clients were generated with.
    ///   - boards: the names of the boards that this consumer uses; only they must be compatible with the provider's contract.
    ///     Nil for all.
    ///   - dialer: opens pipes to the provider.
    ///   - loop: the loop that everything runs on.
    ///   - witness: asks how the provider ended; nil if nobody knows.
    ///   - tracer: keeps the spans of sampled calls; nil where nobody asks for them. It belongs to the same loop.
    ///   - instance: distinguishes this process from others of the same consumer.
    public init(
        consumer: String, provider: String, contract: ContractDescriptor, boards: Set<String>? = nil, dialer: any Dialer,
        loop: EventLoop, limits: Limits = Limits(), witness: CrashWitness? = nil, tracer: Tracer? = nil, instance: String
    ) {
        self.loop = loop
        tracing = tracer.map { CallTracing(tracer: $0, provider: provider, contract: contract) }
        self.limits = limits
        let hello: Hello = Hello(
            consumer: consumer, provider: provider, instance: instance, fingerprint: contract.fingerprint,
            limits: PeerLimits(
                frameBytes: UInt32(clamping: limits.frameBytes), streams: UInt32(clamping: limits.streams),
                outputCredit: UInt32(clamping: limits.outputCredit)))
        core = LoopReference(
            ConnectorCore(
                hello: hello, contract: contract, boards: boards, dialer: dialer, loop: loop, limits: limits, witness: witness,
                tracer: tracer),
            loop: loop)
    }

    deinit {
        close()
    }

    /// Sends one Input and waits for its one output.
    ///
    /// Cancelling the caller's task cancels the call. It takes effect at once, except for a caller on the connector's loop whose
    /// call is younger than 40 ms: the call may then end up to 40 ms later, because such a caller is only watched for
    /// cancellation when its call takes long. The deadline in the metadata always holds.
    public func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage {
        let (metadata, made): (CallMetadata, MadeCall?) = beginning(of: request.board)
        let call: ClientCall = ClientCall(request, metadata: metadata, made: made, loop: loop)
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

    /// Watching for cancellation costs a third of everything else in a call from the loop, and most calls end before anybody
    /// cancels. A call that takes longer comes back to be watched.
    private var waitsUnwatched: Bool { core.isOnLoop && !loop.isVirtual && !EventLoop.isTaskCancelled }

    /// Continues a call that takes long or is to be sent again.
    /// - Parameter body: the Input, if the call does not have it.
    private func goOn(_ call: ClientCall, _ body: EncodedMessage?) async -> CallEnd {
        await watched(call) { continuation in core.onLoop { $0.goOn(call, body, continuation) } }
    }

    /// Waits for the end of `call`, and cancels it when this task is cancelled.
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
        let (metadata, made): (CallMetadata, MadeCall?) = beginning(of: request.board)
        let call: ClientCall = ClientCall(
            request, metadata: metadata, made: made, inbox: inbox, takesCommands: takesCommands, loop: loop)
        return ConnectorStream(connector: self, call: call, inbox: inbox)
    }

    /// What goes with a call, and its span's beginning where one is kept.
    private func beginning(of board: UInt16) -> (CallMetadata, MadeCall?) {
        var metadata: CallMetadata = CallMetadata.current.handedOn
        let made: MadeCall? = tracing?.begin(&metadata, board: board)
        return (metadata, made)
    }

    /// Closes every connection, and fails open and waiting calls. Any thread.
    public func close() {
        core.onLoop { $0.close() }
    }

    func onLoop(_ body: @escaping @Sendable (ConnectorCore) -> Void) {
        core.onLoop(body)
    }
}
