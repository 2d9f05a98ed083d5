internal import ColonnadeContract

/// The state machine of a connection's consumer end: what was sent, what may still arrive, and what each frame means.
///
/// A pure value: frames, local requests and the end go in, actions come out. It does no I/O and has no clock; its driver writes
/// HELLO first, and then what the actions say. `Call` is the driver's handle of an activation.
///
/// Invariants: `streams` holds exactly the activations whose terminal frame has not arrived; every number in it is below
/// `nextStream`.
struct ConsumerConnection<Call> {
    enum Phase: Equatable, Sendable {
        /// HELLO was sent.
        case greeting
        /// WELCOME came.
        case open
        case closed
    }

    enum DrainPhase: Equatable, Sendable {
        case none
        case announced
        case stopped
    }

    struct Stream {
        let board: UInt16
        let form: OutputForm
        /// Nil once the caller has cancelled.
        var call: Call?
        /// OUTPUT frames that the provider may still send.
        var outputCredit: UInt64
        /// COMMAND frames that may still be sent.
        var commandCredit: UInt64 = 0
        /// Nothing but CREDIT follows from this side.
        var isEnded: Bool
    }

    private(set) var phase: Phase = .greeting
    private(set) var drain: DrainPhase = .none
    /// The number of the next activation.
    private(set) var nextStream: UInt32
    /// The provider's limits; before WELCOME a safe guess.
    private(set) var peerLimits: PeerLimits
    private(set) var streams: StreamTable<Stream> = StreamTable()
    private let limits: Limits
    private var sentBeforeWelcome: (streams: Int, bytes: Int) = (0, 0)

    /// - Parameters:
    ///   - greetingBytes: the size of HELLO, which counts as sent before WELCOME.
    ///   - firstStream: 1; tests of the last stream numbers use another.
    init(limits: Limits, greetingBytes: Int = 0, firstStream: UInt32 = 1) {
        self.limits = limits
        nextStream = firstStream
        sentBeforeWelcome.bytes = greetingBytes
        peerLimits = PeerLimits(frameBytes: UInt32(clamping: limits.frameBytes), streams: UInt32(clamping: limits.streams), outputCredit: 0)
    }

    /// The longest frame that may be sent, without its length field.
    var frameLimit: Int { min(Int(peerLimits.frameBytes), limits.frameBytes) }

    /// Whether nothing is open and nothing more will be opened here.
    var isSpent: Bool { streams.isEmpty && (phase == .closed || drain == .stopped || drain == .announced || isNumberedOut) }

    private var isNumberedOut: Bool { nextStream >= limits.lastStream }

    // MARK: Local requests

    /// Whether an activation of `bytes`, header included, may be sent.
    func admission(bytes: Int) -> Admission {
        if phase == .closed || drain != .none || isNumberedOut { return .elsewhere }
        if phase == .greeting {
            let isWithin: Bool =
                sentBeforeWelcome.streams < limits.streamsBeforeWelcome
                && sentBeforeWelcome.bytes + bytes <= limits.bytesBeforeWelcome
            return isWithin ? .now : .later
        }
        return streams.count < min(Int(peerLimits.streams), limits.streams) ? .now : .later
    }

    /// Opens a stream for an activation that ``admission(bytes:)`` admits; the driver writes ACTIVATE.
    /// - Parameter isEnded: whether ACTIVATE is sent with END, because no commands follow.
    mutating func open(_ call: Call, board: UInt16, form: OutputForm, bytes: Int, isEnded: Bool) -> UInt32 {
        let number: UInt32 = nextStream
        nextStream += 1
        if phase == .greeting {
            sentBeforeWelcome.streams += 1
            sentBeforeWelcome.bytes += bytes
        }
        streams.insert(
            Stream(board: board, form: form, call: call, outputCredit: UInt64(limits.outputCredit), isEnded: isEnded), at: number)
        return number
    }

    /// Cancels an activation; the driver writes CANCEL. The stream stays in use until its terminal frame arrives.
    /// - Returns: the board, or nil if the activation has ended already.
    mutating func cancel(_ number: UInt32) -> UInt16? {
        streams.update(number) { stream in
            guard stream.call != nil else { return nil }
            stream.call = nil
            stream.isEnded = true
            return stream.board
        } ?? nil
    }

    /// Takes credit for one command, if there is any.
    mutating func takeCommandCredit(_ number: UInt32) -> CommandAdmission {
        streams.update(number) { stream in
            if stream.isEnded { return .never }
            if stream.commandCredit == 0 { return .later }
            stream.commandCredit -= 1
            return .now
        } ?? .never
    }

    /// Ends the commands; the driver writes FINISH.
    /// - Returns: false if they were ended before, or the activation has ended.
    mutating func finish(_ number: UInt32) -> Bool {
        streams.update(number) { stream in
            defer { stream.isEnded = true }
            return !stream.isEnded
        } ?? false
    }

    /// Grants the provider credit for `count` more outputs; the driver writes CREDIT.
    /// - Returns: false if the activation has ended or was cancelled.
    mutating func grantOutputs(_ number: UInt32, _ count: Int) -> Bool {
        streams.update(number) { stream in
            guard stream.call != nil else { return false }
            stream.outputCredit = min(stream.outputCredit + UInt64(clamping: count), UInt64(UInt32.max))
            return true
        } ?? false
    }

    /// Opens no more streams here, as after the provider's DRAIN.
    mutating func retire() {
        if drain == .none { drain = .announced }
    }

    /// Takes out the activations above the last one that a provider has dispatched before it died.
    /// - Returns: those that it has not dispatched, in order.
    mutating func removeUndispatched(above last: UInt32) -> [Call] {
        streams.removeAll(above: last).compactMap(\.element.call)
    }

    /// Ends the connection, whatever the reason.
    /// - Returns: the open activations in order, and what is known about their delivery.
    mutating func end() -> (calls: [Call], outcome: DeliveryOutcome) {
        let outcome: DeliveryOutcome = phase == .greeting ? .notDispatched : .unknown
        phase = .closed
        return (streams.removeAll().compactMap(\.element.call), outcome)
    }

    // MARK: Frames

    /// Processes one received frame.
    mutating func receive(_ header: FrameHeader, _ body: FrameBody) -> ConsumerAction<Call> {
        if phase == .closed { return .nothing }
        if let violation: Violation = header.brokenRule { return .violated(violation) }
        do throws(BrokenRule) {
            return header.stream == 0 ? try receiveOnConnection(header.type, body) : try receive(header, onStream: body)
        } catch {
            return .violated(error.violation)
        }
    }

    private mutating func receiveOnConnection(_ type: FrameType, _ body: FrameBody) throws(BrokenRule) -> ConsumerAction<Call> {
        switch type {
        case .welcome, .reject, .describe:
            guard phase == .greeting else { throw BrokenRule("\(type) after welcome") }
            return try receiveAnswer(type, body)
        case .ping:
            guard let payload: UInt64 = pingPayload(body) else { throw BrokenRule("ping has 8 bytes, not \(body.count)") }
            return .pong(payload)
        case .pong:
            guard pingPayload(body) != nil else { throw BrokenRule("pong has 8 bytes, not \(body.count)") }
            return .nothing
        case .drain: return try receiveDrain(decodeBody(type, body))
        case .fail: return .ended(Fault(try decodeBody(type, body, as: Fail.self)))
        default: throw BrokenRule("\(type) is not for a provider to send")
        }
    }

    private mutating func receiveAnswer(_ type: FrameType, _ body: FrameBody) throws(BrokenRule) -> ConsumerAction<Call> {
        guard body.count <= limits.handshakeBytes else {
            throw BrokenRule("\(type) has \(body.count) bytes; the limit is \(limits.handshakeBytes)")
        }
        switch type {
        case .welcome:
            let welcome: Welcome = try decodeBody(type, body)
            phase = .open
            peerLimits = welcome.limits
            return .welcomed(welcome)
        case .reject: return .rejected(try decodeBody(type, body))
        default: return .describe
        }
    }

    private mutating func receiveDrain(_ message: Drain) throws(BrokenRule) -> ConsumerAction<Call> {
        switch (message.phase, drain) {
        case (1, .none), (1, .announced):
            drain = .announced
            return .draining
        case (2, .none), (2, .announced):
            let last: UInt32 = message.lastStream ?? 0
            guard last < nextStream else { throw BrokenRule("drain names stream \(last), which was never opened") }
            drain = .stopped
            return .stopped(streams.removeAll(above: last).compactMap(\.element.call))
        default: throw BrokenRule("drain phase \(message.phase) does not follow here")
        }
    }

    private mutating func receive(_ header: FrameHeader, onStream body: FrameBody) throws(BrokenRule) -> ConsumerAction<Call> {
        switch header.type {
        case .output, .complete, .refuse, .fail, .credit: break
        default: throw BrokenRule("\(header.type) is not for a provider to send")
        }
        guard header.stream < nextStream else { throw BrokenRule("\(header.type) on stream \(header.stream), which was never opened") }
        guard phase == .open else { throw BrokenRule("\(header.type) before welcome") }
        if header.type == .credit { return try receiveCredit(header.stream, decodeBody(header.type, body)) }
        if header.type == .output, !header.flags.contains(.end) { return try receiveOutput(header.stream) }
        guard let stream: Stream = streams.remove(header.stream) else { throw ended(header) }
        if header.type == .output, stream.form == .one { return stream.call.map { .output($0, isLast: true) } ?? .released }
        do throws(BrokenRule) {
            return header.type == .output ? try receiveLastOutput(header.stream, stream) : try receiveTerminal(header, stream, body)
        } catch {
            // The frame ends nothing: the activation fails with the connection.
            streams.insert(stream, at: header.stream)
            throw error
        }
    }

    private func ended(_ header: FrameHeader) -> BrokenRule {
        BrokenRule("\(header.type) on stream \(header.stream), which has ended")
    }

    private mutating func receiveOutput(_ number: UInt32) throws(BrokenRule) -> ConsumerAction<Call> {
        let found: (form: OutputForm, credit: UInt64, call: Call?)? = streams.update(number) { stream in
            defer { stream.outputCredit -= min(stream.outputCredit, 1) }
            return (stream.form, stream.outputCredit, stream.call)
        }
        guard let (form, credit, call): (OutputForm, UInt64, Call?) = found else {
            throw BrokenRule("output on stream \(number), which has ended")
        }
        guard form == .many else { throw BrokenRule("stream \(number) has one output, which comes with END") }
        guard credit > 0 else { throw BrokenRule("an output on stream \(number) has no credit") }
        return call.map { .output($0, isLast: false) } ?? .nothing
    }

    private func receiveLastOutput(_ number: UInt32, _ stream: Stream) throws(BrokenRule) -> ConsumerAction<Call> {
        guard stream.outputCredit > 0 else { throw BrokenRule("an output on stream \(number) has no credit") }
        return stream.call.map { .output($0, isLast: true) } ?? .released
    }

    private mutating func receiveCredit(_ number: UInt32, _ credit: Credit) throws(BrokenRule) -> ConsumerAction<Call> {
        guard credit.count > 0 else { throw BrokenRule("credit of 0 on stream \(number)") }
        let granted: (sum: UInt64, call: Call?)? = streams.update(number) { stream in
            // Both are at most 2^32 - 1.
            stream.commandCredit += UInt64(credit.count)
            return (stream.commandCredit, stream.call)
        }
        guard let granted else { return .nothing }
        guard granted.sum <= UInt64(UInt32.max) else {
            throw BrokenRule("the credit of stream \(number) adds up to \(granted.sum); \(UInt32.max) is the most")
        }
        return granted.call.map(ConsumerAction.commandsGranted) ?? .nothing
    }

    private func receiveTerminal(
        _ header: FrameHeader, _ stream: Stream, _ body: FrameBody
    ) throws(BrokenRule) -> ConsumerAction<Call> {
        let action: (Call) -> ConsumerAction<Call>
        switch header.type {
        case .complete:
            if stream.form == .one { throw BrokenRule("stream \(header.stream) completes without its output") }
            let isDone: Bool = try decodeBody(header.type, body, as: Complete.self).done
            action = { .completed($0, isDone ? .done : .notDone) }
        case .refuse: action = { .refused($0) }
        default:
            let fault: Fault = Fault(try decodeBody(header.type, body, as: Fail.self))
            action = { .failed($0, fault) }
        }
        return stream.call.map(action) ?? .released
    }
}
