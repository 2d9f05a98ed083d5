internal import ColonnadeContract

/// The state machine of a connection's provider end: what was opened, what may be sent, and what each frame means.
///
/// A pure value: frames, local requests and the end go in, actions come out. It does no I/O and has no clock. `Call` is the
/// driver's handle of an activation.
///
/// Invariants: `streams` holds exactly the activations that were opened and have no terminal frame yet; every number in it is at
/// most `lastStream`; it is empty before WELCOME.
struct ProviderConnection<Call> {
    enum Phase: Equatable, Sendable {
        case awaitingHello
        /// HELLO arrived, and possibly DESCRIBE was sent.
        case judging(isDescribing: Bool)
        /// WELCOME was sent.
        case open
        case closed
    }

    enum DrainPhase: Equatable, Sendable {
        case none
        /// DRAIN 1 and PING were sent.
        case announced
        /// DRAIN 2 was sent: streams above the number are not served.
        case stopped(last: UInt32)
    }

    struct Stream {
        let call: Call
        let board: UInt16
        let form: OutputForm
        /// OUTPUT frames that may still be sent.
        var outputCredit: UInt64
        /// COMMAND frames that the consumer may still send.
        var commandCredit: UInt64 = 0
        /// Nothing but CREDIT and CANCEL follows from the consumer.
        var isEnded: Bool
        var isCancelled: Bool = false
    }

    /// The payload of the PING that goes with DRAIN 1.
    static var drainPing: UInt64 { 0x4e49_4152_44 }

    let limits: Limits
    var phase: Phase = .awaitingHello
    var drain: DrainPhase = .none
    /// The highest stream number of any received ACTIVATE.
    var lastStream: UInt32 = 0
    /// The consumer's limits.
    var peerLimits: PeerLimits
    var streams: StreamTable<Stream> = StreamTable()
    var held: (streams: Int, bytes: Int) = (0, 0)

    init(limits: Limits) {
        self.limits = limits
        peerLimits = PeerLimits(
            frameBytes: UInt32(clamping: limits.frameBytes), streams: 0, outputCredit: UInt32(clamping: limits.outputCredit))
    }

    /// The longest frame that may be sent, without its length field.
    var frameLimit: Int { min(Int(peerLimits.frameBytes), limits.frameBytes) }

    /// Whether the connection was drained and has no open stream.
    var isSpent: Bool {
        if case .stopped = drain { return streams.isEmpty }
        return false
    }

    // MARK: Local requests

    /// Accepts the connection; the driver writes WELCOME.
    mutating func welcome() {
        precondition(phase != .awaitingHello && phase != .open, "welcome answers hello")
        phase = .open
    }

    /// Asks for the consumer's contract; the driver writes DESCRIBE.
    mutating func describe() {
        precondition(phase == .judging(isDescribing: false), "describe answers hello")
        phase = .judging(isDescribing: true)
    }

    /// Opens the stream of a received activation.
    mutating func open(_ opening: Opening, form: OutputForm, call: Call) {
        streams.insert(
            Stream(
                call: call, board: opening.board, form: form, outputCredit: UInt64(peerLimits.outputCredit), isEnded: opening.isEnded),
            at: opening.stream)
    }

    /// Whether a stream has no terminal frame yet.
    func isOpen(_ number: UInt32) -> Bool {
        streams.contains(number)
    }

    /// Whether outputs are still wanted, now or later.
    func mayEmit(_ number: UInt32) -> Bool {
        streams[number].map { !$0.isCancelled } ?? false
    }

    /// Whether an output is wanted now.
    func hasOutputCredit(_ number: UInt32) -> Bool {
        streams[number].map { $0.outputCredit > 0 && !$0.isCancelled } ?? false
    }

    /// Takes credit for one output, if there is any.
    mutating func takeOutputCredit(_ number: UInt32) -> OutputAdmission {
        streams.update(number) { stream in
            if stream.isCancelled { return .never }
            if stream.outputCredit == 0 { return .later }
            stream.outputCredit -= 1
            return .now
        } ?? .never
    }

    /// Grants the consumer credit for `count` more commands; the driver writes CREDIT.
    /// - Returns: false if no more commands will come.
    mutating func grantCommands(_ number: UInt32, _ count: Int) -> Bool {
        streams.update(number) { stream in
            guard !stream.isEnded else { return false }
            stream.commandCredit = min(stream.commandCredit + UInt64(clamping: count), UInt64(UInt32.max))
            return true
        } ?? false
    }

    /// Ends a stream; the driver writes its terminal frame.
    /// - Returns: nil if it has ended already.
    mutating func end(_ number: UInt32) -> Stream? {
        streams.remove(number)
    }

    /// Begins to drain; the driver writes DRAIN 1 and PING.
    /// - Returns: false if it had begun before.
    mutating func announceDrain() -> Bool {
        guard drain == .none, phase != .closed else { return false }
        drain = .announced
        return true
    }

    /// Refuses all later streams; the driver writes DRAIN 2 with the number.
    mutating func stop() -> UInt32? {
        guard drain == .announced, phase != .closed else { return nil }
        let last: UInt32 = phase == .open ? lastStream : 0
        drain = .stopped(last: last)
        return last
    }

    /// The open activations that may never end by themselves, in order.
    var callsWithManyOutputs: [Call] { streams.sorted().filter { $0.element.form == .many }.map(\.element.call) }

    /// Calls `body` with each of them, in any order.
    func visitCallsWithManyOutputs(_ body: (Call) -> Void) {
        streams.visit { if $0.form == .many { body($0.call) } }
    }

    /// Ends the connection, whatever the reason.
    /// - Returns: the activations that were open, in order.
    mutating func end() -> [Call] {
        phase = .closed
        return streams.removeAll().map(\.element.call)
    }
}
