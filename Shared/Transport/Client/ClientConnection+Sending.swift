internal import ColonnadeContract
internal import ColonnadeEventLoop

/// Sending calls, commands and credit on a connection.
extension ClientConnection {
    func admission(of call: ClientCall) -> Admission {
        // The size matters only before WELCOME.
        let isGreeting: Bool = machine.read { $0.phase } == .greeting
        let bytes: Int = isGreeting ? bytes(of: call, metadata(of: call)) : 0
        let admission: Admission = machine.read { $0.admission(bytes: bytes) }
        return admission == .now && isOverfull ? .later : admission
    }

    private func metadata(of call: ClientCall) -> [UInt8]? {
        let (_, metadata, attempt): (UInt16, CallMetadata, UInt32) = call.said
        return encoded(metadata, attempt)
    }

    private func encoded(_ metadata: CallMetadata, _ attempt: UInt32) -> [UInt8]? {
        metadata.isPlain && attempt == 1 ? nil : Metadata(metadata, attempt: attempt)?.encoded()
    }

    /// An upper bound for ACTIVATE, with FINISH and CANCEL, which may follow it before WELCOME.
    private func bytes(of call: ClientCall, _ metadata: [UInt8]?) -> Int {
        let longestLength: Int = 10
        return 3 * FrameHeader.size + call.bodyBytes + (metadata.map { longestLength + $0.count } ?? 0)
    }

    /// Whether so much output is queued, after offering it to the kernel, that nothing should be added.
    private var isOverfull: Bool {
        guard pipe.queuedBytes >= core.limits.queuedBytes else { return false }
        if !isBlocked { isBlocked = !pipe.flush() }
        return isBlocked && pipe.queuedBytes >= core.limits.queuedBytes
    }

    /// Whether a call without commands can be sent now, whatever its size.
    var isFree: Bool {
        machine.read { $0.phase == .open && $0.admission(bytes: 0) == .now } && !isOverfull
    }

    /// Sends a call whose caller holds the Input, which is encoded directly into this turn's output. Only while ``isFree``.
    func send<Input: WireMessage>(_ call: ClientCall, _ input: Input) {
        let (board, metadata, attempt): (UInt16, CallMetadata, UInt32) = call.said
        let encoded: [UInt8]? = encoded(metadata, attempt)
        guard takes(encoded, of: call) else { return }
        let (frameLimit, stream): (Int, UInt32) = machine.read { ($0.frameLimit, $0.nextStream) }
        let room: Int = core.roomForInput(metadata, frameLimit)
        let header: FrameHeader = FrameHeader(.activate, flags: .end, board: board, stream: stream)
        let before: Int = encoded == nil ? 0 : pipe.queuedBytes
        if let bytes: Int = pipe.writeActivate(header, metadata: encoded, input, room: room) {
            return call.complete(.failed(core.oversize(bytes, room)))
        }
        if encoded != nil { call.noteSent(max(pipe.queuedBytes - before - FrameHeader.size, 0)) }
        open(call, board: board, form: .one, bytes: 0, isEnded: true)
    }

    /// Sends a call that ``admission(of:)`` admits.
    func send(_ call: ClientCall) {
        let metadata: [UInt8]? = metadata(of: call)
        guard takes(metadata, of: call) else { return }
        guard let body: EncodedMessage = call.body else { preconditionFailure("a call that waits has its Input") }
        let hasCommands: Bool = call.outbox.map { !$0.isFinished || !$0.isEmpty } ?? false
        let board: UInt16 = call.board
        let stream: UInt32 = open(call, board: board, form: call.form, bytes: bytes(of: call, metadata), isEnded: !hasCommands)
        if let metadata { call.noteSent(metadata.count + body.count) }
        pipe.writeActivate(
            FrameHeader(.activate, flags: hasCommands ? [] : .end, board: board, stream: stream), metadata: metadata, input: body)
    }

    /// - Returns: false if the call was ended because of its metadata.
    private func takes(_ metadata: [UInt8]?, of call: ClientCall) -> Bool {
        guard let metadata, metadata.count > core.limits.metadataBytes else { return true }
        let message: String = "The call's metadata has \(metadata.count) bytes; \(core.limits.metadataBytes) are allowed."
        call.complete(.failed(Fault(.tooLarge, message, outcome: .notDispatched)))
        return false
    }

    @discardableResult
    private func open(_ call: ClientCall, board: UInt16, form: OutputForm, bytes: Int, isEnded: Bool) -> UInt32 {
        let stream: UInt32 = machine.change { $0.open(call, board: board, form: form, bytes: bytes, isEnded: isEnded) }
        call.move(to: .sent(connection: id, stream: stream))
        return stream
    }

    /// Calls `body` with every open call that its caller has not abandoned. `body` must not call back into the connection.
    func visitCalls(_ body: (ClientCall) -> Void) {
        machine.read { machine in
            machine.streams.visit { if let call: ClientCall = $0.call { body(call) } }
        }
    }

    func cancel(_ stream: UInt32) {
        guard let board: UInt16 = machine.change({ $0.cancel(stream) }) else { return }
        pipe.writeFrame(FrameHeader(.cancel, flags: .end, board: board, stream: stream))
    }

    func grantOutputs(_ stream: UInt32, _ count: Int) {
        guard machine.change({ $0.grantOutputs(stream, count) }) else { return }
        pipe.writeFrame(FrameHeader(.credit, stream: stream), Credit(count: UInt32(clamping: count)))
    }

    /// Sends waiting commands while there is credit and room; then FINISH if it is due.
    func sendCommands(of call: ClientCall) {
        guard let outbox: CommandOutbox = call.outbox, case .sent(id, let stream) = call.place else { return }
        while let command: [UInt8] = outbox.first {
            guard FrameHeader.minimumLength + command.count <= machine.read({ $0.frameLimit }) else {
                return core.end(call, .tooLarge, "A command has \(command.count) bytes; a frame takes \(machine.read({ $0.frameLimit })).")
            }
            if isOverfull { return waitingForRoom.append(call) }
            guard machine.change({ $0.takeCommandCredit(stream) }) == .now else { return }
            pipe.writeFrame(FrameHeader(.command, board: call.board, stream: stream), body: command)
            call.noteProgress()
            outbox.removeFirst()
        }
        guard outbox.isFinished, machine.change({ $0.finish(stream) }) else { return }
        pipe.writeFrame(FrameHeader(.finish, flags: .end, board: call.board, stream: stream))
    }
}
