internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// How calls come in: sent at once, or kept until they can be.
extension ConnectorCore {
    /// A call of a board with one output, for ``submit(_:board:_:isIdempotent:_:)`` to fill; in the memory of an earlier one where there is some.
    func spareCall() -> ClientCall {
        spareCalls.change { $0.popLast() } ?? ClientCall(loop: loop)
    }

    /// Keeps the memory of a call that has ended, where nobody else has it, and of its output.
    func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) {
        buffers.give(buffer)
        guard var call: ClientCall = (consume call) as? ClientCall else { return }
        guard isKnownUniquelyReferenced(&call) else { return }
        call.forget()
        spareCalls.change { if $0.count < Self.mostSpareCalls { $0.append(call) } }
    }

    /// Sends a call at once where nothing is in its way, and takes it over with its encoded Input otherwise. Whoever waits for it
    /// gets its end, or nil where the caller is to come to ``goOn(_:_:_:)``.
    func submit<Input: WireMessage>(_ call: ClientCall, board: UInt16, _ input: Input, isIdempotent: Bool) {
        call.become(board: board, isIdempotent: isIdempotent, metadata: CallMetadata.current.handedOn)
        guard waiting.read({ $0.isEmpty }), let current, current.isFree else {
            call.keep(EncodedMessage(encoding: input))
            return submit(call, nil, isWatched: false)
        }
        if begin(call, nil, isWatched: false) { current.send(call, input) }
    }

    /// Takes a call over; its end comes through `continuation`, or through the call's inbox.
    /// - Parameter isWatched: whether the caller's cancelling comes here; otherwise the caller is woken before long, to see to that.
    func submit(_ call: ClientCall, _ continuation: ClientCall.Continuation?, isWatched: Bool = true) {
        guard begin(call, continuation, isWatched: isWatched) else { return }
        if let fault: Fault = oversize(call) { return call.complete(.failed(fault)) }
        if waiting.read({ $0.isEmpty }), let current, current.admission(of: call) == .now { return current.send(call) }
        waiting.change { $0.append(call) }
        pump()
    }

    /// Goes on with a call whose caller was woken: it hands the Input over where it has it, and is watched for cancelling from now on.
    func goOn(_ call: ClientCall, _ body: EncodedMessage?, _ continuation: ClientCall.Continuation) {
        if let body { call.keep(body) }
        call.wait(continuation)
        guard let resend: Resend = call.takeResend() else { return }
        if isClosed { return fail(call, .unavailable, "The connector was closed.") }
        sendAgain(call, resend)
        pump()
    }

    /// - Returns: false where the call has its end already.
    private func begin(_ call: ClientCall, _ continuation: ClientCall.Continuation?, isWatched: Bool) -> Bool {
        let now: UInt64 = now
        let deadline: UInt64? = call.metadata.deadline
        // Where there is a deadline, its timer ends the call.
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

    /// Has the callers that wait longer than most watch for their cancelling; see ``Connector/call(_:)``.
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

    /// How long the Input may be in a frame of `limit` bytes, with room for the metadata, which may grow with a second try.
    func roomForInput(_ metadata: CallMetadata, _ limit: Int) -> Int {
        max(limit - FrameHeader.minimumLength - (metadata.isPlain ? 16 : limits.metadataBytes), 0)
    }

    /// The fault of an Input of `bytes` bytes, where there is room for fewer.
    func oversize(_ bytes: Int, _ room: Int) -> Fault {
        Fault(.tooLarge, "The Input has \(bytes) bytes; \(hello.provider) takes \(room).", outcome: .notDispatched)
    }
}
