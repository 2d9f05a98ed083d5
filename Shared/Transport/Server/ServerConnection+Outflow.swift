internal import ColonnadeContract
internal import ColonnadeEventLoop

/// The state of a consumer's unread bytes.
struct Outflow {
    /// The unread bytes at the last count while the pipe was blocked.
    var unread: Int = 0
    /// The same when the edge was last examined; 0 if there were none.
    var unreadAtLook: Int = 0
    /// Bytes of outputs with which handlers wait for credit or room.
    var inHand: Int = 0
    /// Streams for whose first output something is reserved.
    var reserved: Int = 0
    /// Looks for calls that have waited for too long to be started.
    var timer: LoopTimer?
}

/// The outbound budget: a handler starts when there is room for its answer, estimated from the board's earlier answers. An answer
/// that finds no room is dropped, and its call fails. The handler of a stream starts when there is room for its first output, which stays
/// reserved for a second where others need the room; other outputs are counted while the handler waits with them.
extension ServerConnection {
    /// From this many bytes on, the output is offered to the kernel, and what it does not take is counted.
    private static let leastCounted: Int = 256 << 10
    /// The same where the kernel has refused output before.
    private static let leastRefused: Int = 4 << 10
    /// Seconds between two looks at calls that wait to be started.
    private static let secondsHeldUp: Int = 1

    /// Whether `limit` bytes stay queued after offering them to the kernel.
    func isOverfull(_ limit: Int) -> Bool {
        guard pipe.queuedBytes >= limit else { return false }
        if !isBlocked { isBlocked = !pipe.flush() }
        return isBlocked && pipe.queuedBytes >= limit
    }

    /// Whether a stream's outputs must wait.
    var isFull: Bool { isOverfull(limits.queuedBytes) || isBlocked && !edge.outbound.hasRoom(for: 1) }

    /// Whether there is no room for another answer.
    var isOutOfRoom: Bool { isBlocked && !outbound.hasRoom(for: 1) }

    func hasRoom(for reply: Reply) -> Bool {
        guard isBlocked, case .output(let bytes) = reply, bytes.count > limits.activationBytes else { return true }
        return outbound.hasRoom(for: bytes.count)
    }

    var tooMuchUnread: Fault {
        Fault(.exhausted, "The answer was given up: too many bytes of earlier ones wait to be read.", outcome: .done)
    }

    /// Whether this connection's waiting calls must go on waiting; see ``CallLine``.
    var isHeldUp: Bool { lane.read { $0.isHeldUp } }

    /// The next call to start, whose answer has room, and whether no other can follow for now. If there is none, the connection
    /// is held up.
    func nextCall() -> (call: ServedActivation?, isOver: Bool) {
        guard let call: ServedActivation = lane.read({ $0.calls.first }) else { return (nil, true) }
        guard mayStart(call) else {
            lane.change { $0.isHeldUp = true }
            return (nil, true)
        }
        return lane.change { lane in
            lane.calls.removeFirst()
            return (call, lane.calls.isEmpty)
        }
    }

    /// Whether `call` need not wait: its handler and its answer have room, which is then reserved; or it is refused, because nobody
    /// knows when there will be room.
    func mayStart(_ call: ServedActivation) -> Bool {
        guard !isClosing else { return true }
        let (position, hasManyOutputs): (Int, Bool) = call.kind
        let expected: Int = core.answers.read { $0.expected(position) }
        guard mayExpect(expected) else { return waitForRoom() }
        if hasManyOutputs {
            guard hasRoomBesideInHand(expected) else {
                // Those that wait for their consumer to read, or for the next turn, will soon have gone.
                if isBlocked || !waitingForTurn.isEmpty { return waitForRoom() }
                call.refuse()
                return true
            }
            call.reserve(expected, for: .output)
            outflow.reserved += 1
        } else {
            guard core.mayRun(on: edge) else { return waitForRoom() }
            edge.running.change { $0 += 1 }
            call.reserve(expected, for: .answer)
        }
        outbound.add(expected)
        return true
    }

    /// - Returns: false.
    private func waitForRoom() -> Bool {
        edge.wait(self)
        someWait.change { $0 = true }
        watchHeldUp()
        return false
    }

    private func mayExpect(_ bytes: Int) -> Bool {
        guard !isStuffed else { return false }
        return outbound.hasRoom(for: bytes) || (outbound.used == 0 && edge.outbound.hasRoom(for: 1))
    }

    /// Whether there is room for one more output beside those with which streams wait. Their consumer may take them as late as it likes,
    /// and may first need the answer of a call; so only streams are kept from starting by them.
    private func hasRoomBesideInHand(_ bytes: Int) -> Bool {
        edge.inHand == 0
            || outbound.hasRoom(for: bytes + outflow.inHand) && edge.outbound.hasRoom(for: bytes + edge.inHand)
    }

    private var isStuffed: Bool { isBlocked && pipe.queuedBytes >= limits.queuedBytes * 2 }

    private func watchHeldUp() {
        guard outflow.timer == nil else { return }
        outflow.timer = loop.schedule(after: .seconds(Self.secondsHeldUp)) { [bound] in bound.value.lookAtHeldUp() }
    }

    /// Makes room that nobody needs, and turns away calls that have waited for too long. A consumer that does not read would not read
    /// that either.
    private func lookAtHeldUp() {
        outflow.timer = nil
        guard !isClosing, isHeldUp else { return }
        let now: UInt64 = loop.now.nanoseconds
        let mayGoOn: Bool = edge.giveBackQuiet(at: now) || isBlocked
        let begin: UInt64 = now &- UInt64(limits.roomSeconds) * 1_000_000_000
        let late: [ServedActivation] = lane.change { lane in
            var late: [ServedActivation] = []
            while !mayGoOn, let call: ServedActivation = lane.calls.first, call.started <= begin {
                late.append(lane.calls.removeFirst())
            }
            return late
        }
        if lane.read({ !$0.calls.isEmpty }) { watchHeldUp() }
        let fault: Fault = noRoom("No room came within \(limits.roomSeconds) s: the calls that this edge has open take all that there is.")
        for call: ServedActivation in late { turnAway(call, fault) }
        tellHeldUp()
    }

    /// Gives back what is reserved for the first outputs of streams that have come before `time` and are quiet.
    /// - Returns: whether there were any.
    func giveBackQuiet(since time: UInt64) -> Bool {
        let before: Int = outflow.reserved
        guard before > 0 else { return false }
        machine.read { machine in
            machine.visitCallsWithManyOutputs { call in
                if call.reserved.purpose == .output, call.started <= time { giveBackReserved(of: call) }
            }
        }
        return outflow.reserved < before
    }

    private func noRoom(_ message: String) -> Fault {
        Fault(.exhausted, message, outcome: .notDispatched, retryAfter: .milliseconds(50))
    }

    /// The end of a stream that ``mayStart(_:)`` has refused.
    var noRoomForOutput: Fault { noRoom("The outputs that this edge has not taken of its other streams leave no room for more streams.") }

    /// Learns from the size of an answer, and counts unread bytes.
    @inline(__always) func noteWritten(_ bytes: Int, of call: ServedActivation) {
        let position: Int = call.position
        core.answers.change { $0.learn(bytes, position) }
        if attention.read({ $0 > 0 }) { call.observed?.outputBytes += bytes }
        countUnread()
    }

    /// As ``noteWritten(_:of:)``, for one output of a stream: what was reserved for it is given back. The handler may then be quiet
    /// for hours.
    func noteOutput(_ bytes: Int, of call: ServedActivation) {
        noteWritten(bytes, of: call)
        guard call.reserved.purpose != .nothing else { return }
        giveBackReserved(of: call)
        tellHeldUp()
    }

    /// Counts the output with which the handler of `call` waits for credit or room, and learns from its size.
    func countInHand(_ call: ServedActivation, _ bytes: Int) {
        let (reserved, purpose): (Int, ServedActivation.Reserved) = call.reserved
        guard purpose == .nothing || purpose == .output else { return }
        core.answers.change { $0.learn(bytes, call.position) }
        call.reserve(bytes, for: .outputInHand)
        outflow.inHand += bytes
        edge.inHand += bytes
        guard purpose == .output else { return }
        outflow.reserved -= 1
        outbound.give(back: reserved)
        tellHeldUp()
    }

    func giveBackReserved(of call: ServedActivation) {
        let (bytes, purpose): (Int, ServedActivation.Reserved) = call.giveUpReserved()
        switch purpose {
        case .nothing: return
        case .answer: edge.running.change { $0 -= 1 }
        case .output: outflow.reserved -= 1
        case .outputInHand:
            outflow.inHand -= bytes
            edge.inHand -= bytes
            return
        }
        outbound.give(back: bytes)
    }

    /// Bytes were given back: lets calls start that wait for room.
    func tellHeldUp() {
        if isHeldUp { handlers.release(self) }
        if someWait.read({ $0 }) { core.tellWaiting(edge) }
    }

    /// Whether nothing more may be read for what the consumer has not read. Refusals and PONGs count as well, of which there may be as
    /// many as frames.
    var isTooMuchUnread: Bool {
        guard pipe.queuedBytes >= Self.leastRefused else { return false }
        countUnread()
        return isOverfull(limits.queuedBytes * 2) || isOutOfRoom
    }

    func countUnread() {
        let queued: Int = pipe.queuedBytes
        // What the kernel has refused counts nearly from the first byte: thousands of connections may have a little each.
        guard queued >= Self.leastRefused, queued >= Self.leastCounted || pipe.isBlocked else { return }
        if !isBlocked { isBlocked = !pipe.flush() }
        guard isBlocked else { return }
        edge.countUnread(pipe.queuedBytes - outflow.unread)
        outbound.add(pipe.queuedBytes - outflow.unread)
        outflow.unread = pipe.queuedBytes
        edge.watch(core)
    }

    /// Notes that the consumer has read everything.
    func noteDrained() {
        guard outflow.unread > 0 else { return }
        outbound.give(back: outflow.unread)
        (outflow.unread, outflow.unreadAtLook) = (0, 0)
        core.tellWaiting(edge)
        core.giveBackMemory()
    }
}

/// The expected size of each board's answer: it grows to a longer answer at once, and shrinks slowly with shorter ones.
struct ExpectedAnswers {
    /// For a board that has not answered yet.
    private static let first: Int = 1 << 10
    private static let least: Int = 64
    /// How many shorter answers it takes to forget a longer one by two thirds.
    private static let memory: Int = 64

    private var bytes: [Int]

    init(boards: Int) {
        bytes = Array(repeating: Self.first, count: boards)
    }

    func expected(_ position: Int) -> Int { bytes[position] }

    @inline(__always) mutating func learn(_ count: Int, _ position: Int) {
        let count: Int = max(count, Self.least)
        let before: Int = bytes[position]
        if count != before { bytes[position] = count > before ? count : before - (before - count) / Self.memory }
    }
}
