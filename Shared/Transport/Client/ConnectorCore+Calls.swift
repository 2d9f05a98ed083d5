internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// Submitting calls: sent at once, or queued until they can be.
extension ConnectorCore {
    /// A call of a board with one output, for ``submit(_:board:_:isIdempotent:_:)`` to fill; recycled if possible.
    func spareCall() -> ClientCall {
        spareCalls.change { $0.popLast() } ?? ClientCall(loop: loop)
    }

    /// Recycles the memory of an ended call, unless somebody else holds it, and of its output.
    func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) {
        buffers.give(buffer)
        guard var call: ClientCall = (consume call) as? ClientCall else { return }
        guard isKnownUniquelyReferenced(&call) else { return }
        call.forget()
        spareCalls.change { if $0.count < Self.mostSpareCalls { $0.append(call) } }
    }

    /// Sends a call at once if nothing prevents it, and otherwise queues it with its encoded Input. The waiting caller gets its
    /// end, or nil if it must continue with ``goOn(_:_:_:)``.
    func submit<Input: WireMessage>(_ call: ClientCall, board: UInt16, _ input: Input, isIdempotent: Bool) {
        var metadata: CallMetadata = CallMetadata.current.handedOn
        let made: MadeCall? = placesCalls || !metadata.isPlain ? tracing?.begin(&metadata, board: board) : nil
        call.become(board: board, isIdempotent: isIdempotent, metadata: metadata, made: made)
        guard waiting.read({ $0.isEmpty }), let current, current.isFree else {
            call.keep(EncodedMessage(encoding: input))
            return submit(call, nil, isWatched: false)
        }
        if begin(call, nil, isWatched: false) { current.send(call, input) }
    }

    /// Takes a call over. Its end is delivered through `continuation` or the call's inbox.
    /// - Parameter isWatched: whether the caller's cancellation reaches the connector; if not, the caller is woken before long to
    ///   arrange that.
    func submit(_ call: ClientCall, _ continuation: ClientCall.Continuation?, isWatched: Bool = true) {
        guard begin(call, continuation, isWatched: isWatched) else { return }
        if let fault: Fault = oversize(call) { return call.complete(.failed(fault)) }
        if waiting.read({ $0.isEmpty }), let current, current.admission(of: call) == .now { return current.send(call) }
        waiting.change { $0.append(call) }
        pump()
    }

    /// Continues a call whose caller was woken. The caller hands over the Input if it holds it, and is watched for cancellation
    /// from now on.
    func goOn(_ call: ClientCall, _ body: EncodedMessage?, _ continuation: ClientCall.Continuation) {
        if let body { call.keep(body) }
        call.wait(continuation)
        guard let resend: Resend = call.takeResend() else { return }
        if isClosed { return fail(call, .unavailable, "The connector was closed.") }
        sendAgain(call, resend)
        pump()
    }

    /// - Returns: false if the call has its end already.
    private func begin(_ call: ClientCall, _ continuation: ClientCall.Continuation?, isWatched: Bool) -> Bool {
        let now: UInt64 = now
        let deadline: UInt64? = call.metadata.deadline
        // If there is a deadline, its timer ends the call.
        let patienceEnd: UInt64 = deadline == nil ? now &+ UInt64(limits.patienceSeconds) * 1_000_000_000 : .max
        guard call.begin(continuation, patienceEnd: patienceEnd, isWatched: isWatched) else { return false }
        if isClosed {
            fail(call, .unavailable, "The connector was closed.")
            return false
        }
        if !isWatched { lookForSlowCallsLater() }
        guard let deadline else { return true }
        if deadline <= now {
            fail(call, .deadlineExceeded, "The deadline had passed before the call was sent.")
            return false
        }
        let (late, overflow): (UInt64, Bool) = deadline.addingReportingOverflow(Self.deadlineGrace)
        call.keep(loop.schedule(at: MonotonicTime(nanoseconds: overflow ? .max : late)) { [bound] in bound.value.deadlinePassed(call) })
        return true
    }

    private func lookForSlowCallsLater() {
        guard !isLookingForSlowCalls else { return }
        isLookingForSlowCalls = true
        loop.schedule(after: Self.slowness) { [bound] in bound.value.lookForSlowCalls() }
    }

    /// Makes callers that have waited long watch for cancellation; see ``Connector/call(_:)``.
    private func lookForSlowCalls() {
        var isAnyLeft: Bool = false
        let look: (ClientCall) -> Void = { call in if call.isLeftUnwatched() { isAnyLeft = true } }
        for connection: ClientConnection in connections { connection.visitCalls(look) }
        for call: ClientCall in waiting.read({ copy $0 }) { look(call) }
        for call: ClientCall in delayed.values { look(call) }
        isLookingForSlowCalls = false
        if isAnyLeft { lookForSlowCallsLater() }
    }

    private func oversize(_ call: ClientCall) -> Fault? {
        let limit: Int = current?.frameLimit ?? limits.frameBytes
        let room: Int = roomForInput(call.metadata, limit)
        return call.bodyBytes > room ? oversize(call.bodyBytes, room) : nil
    }

    /// The longest Input that fits into a frame of `limit` bytes, leaving room for the metadata, which may grow with a second
    /// attempt.
    func roomForInput(_ metadata: CallMetadata, _ limit: Int) -> Int {
        max(limit - FrameHeader.minimumLength - (metadata.isPlain ? 16 : limits.metadataBytes), 0)
    }

    /// The fault for an Input of `bytes` bytes with room for fewer.
    func oversize(_ bytes: Int, _ room: Int) -> Fault {
        Fault(.tooLarge, "The Input has \(bytes) bytes; \(hello.provider) takes \(room).", outcome: .notDispatched)
    }
}
