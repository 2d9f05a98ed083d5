internal import ColonnadeContract

/// The provider's end of one connection: what was opened, what may be sent, and what each frame means.
///
/// A pure value: frames, local wishes and the end go in, actions come out. It does no I/O and has no clock. `Call` is
/// whatever its driver knows an activation by.
///
/// Invariants: `streams` holds exactly the activations that were opened and have no terminal frame yet; every number in
/// it is at most `lastStream`; before WELCOME it is empty.
struct ProviderConnection<Call> {
    enum Phase: Equatable, Sendable {
        case awaitingHello
        /// HELLO came, and maybe DESCRIBE was sent.
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

    /// The bytes of the PING that goes with DRAIN 1.
    static var drainPing: UInt64 { 0x4e49_4152_44 }

    let limits: Limits
    var phase: Phase = .awaitingHello
    var drain: DrainPhase = .none
    /// The highest number of an ACTIVATE that came.
    var lastStream: UInt32 = 0
    /// What the consumer takes.
    var peerLimits: PeerLimits
    var streams: StreamTable<Stream> = StreamTable()
    var held: (streams: Int, bytes: Int) = (0, 0)

    init(limits: Limits) {
        self.limits = limits
        peerLimits = PeerLimits(
            frameBytes: UInt32(clamping: limits.frameBytes), streams: 0, outputCredit: UInt32(clamping: limits.outputCredit))
    }

    /// Longest frame that may be sent, without its length field.
    var frameLimit: Int { min(Int(peerLimits.frameBytes), limits.frameBytes) }

    /// Whether the connection was drained and has nothing open any more.
    var isSpent: Bool {
        if case .stopped = drain { return streams.isEmpty }
        return false
    }

    // MARK: Local wishes

    /// Takes the connection; the driver writes WELCOME.
    mutating func welcome() {
        precondition(phase != .awaitingHello && phase != .open, "welcome answers hello")
        phase = .open
    }

    /// Asks for the consumer's contract; the driver writes DESCRIBE.
    mutating func describe() {
        precondition(phase == .judging(isDescribing: false), "describe answers hello")
        phase = .judging(isDescribing: true)
    }

    /// Opens the stream of an activation that came.
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

    /// Takes one output's credit where there is some.
    mutating func takeOutputCredit(_ number: UInt32) -> OutputAdmission {
        streams.update(number) { stream in
            if stream.isCancelled { return .never }
            if stream.outputCredit == 0 { return .later }
            stream.outputCredit -= 1
            return .now
        } ?? .never
    }

    /// Lets the consumer send `count` more commands; the driver writes CREDIT.
    /// - Returns: false where no more will come.
    mutating func grantCommands(_ number: UInt32, _ count: Int) -> Bool {
        streams.update(number) { stream in
            guard !stream.isEnded else { return false }
            stream.commandCredit = min(stream.commandCredit + UInt64(clamping: count), UInt64(UInt32.max))
            return true
        } ?? false
    }

    /// Ends a stream; the driver writes its terminal frame.
    /// - Returns: nil where it has ended already.
    mutating func end(_ number: UInt32) -> Stream? {
        streams.remove(number)
    }

    /// Begins to drain; the driver writes DRAIN 1 and PING.
    /// - Returns: false where that was done before.
    mutating func announceDrain() -> Bool {
        guard drain == .none, phase != .closed else { return false }
        drain = .announced
        return true
    }

    /// Serves no stream that comes from now on; the driver writes DRAIN 2 with the number.
    mutating func stop() -> UInt32? {
        guard drain == .announced, phase != .closed else { return nil }
        let last: UInt32 = phase == .open ? lastStream : 0
        drain = .stopped(last: last)
        return last
    }

    /// The open activations that may go on for ever, in their order.
    var callsWithManyOutputs: [Call] { streams.sorted().filter { $0.element.form == .many }.map(\.element.call) }

    /// Ends the connection, whatever the reason.
    /// - Returns: the activations that were open, in their order.
    mutating func end() -> [Call] {
        phase = .closed
        return streams.removeAll().map(\.element.call)
    }
}
