internal import ColonnadeContract
internal import ColonnadeEventLoop

/// The state of a consumer's unread bytes.
struct Outflow {
    /// The unread bytes at the last count while the pipe was blocked.
    var unread: Int = 0
    /// The same when the edge was last examined; 0 if there were none.
    var unreadAtLook: Int = 0
}

/// The outbound budget: a handler starts when there is room for its answer, estimated from the board's earlier answers. An answer
/// that finds no room is dropped, and its call fails.
extension ServerConnection {
    /// From this many bytes on, the output is offered to the kernel, and what it does not take is counted.
    private static let leastCounted: Int = 256 << 10
    /// The same where the kernel has refused output before.
    private static let leastRefused: Int = 4 << 10

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

    /// Whether the answer of `call` has room, which is then reserved.
    func mayStart(_ call: ServedActivation) -> Bool {
        guard !isClosing else { return true }
        let expected: Int = core.answers.read { $0.expected(call.position) }
        guard mayExpect(expected) else {
            edge.wait(self)
            someWait.change { $0 = true }
            return false
        }
        outbound.add(expected)
        call.count(expected: expected)
        return true
    }

    private func mayExpect(_ bytes: Int) -> Bool {
        if isBlocked, pipe.queuedBytes >= limits.queuedBytes * 2 { return false }
        return outbound.hasRoom(for: bytes) || (outbound.used == 0 && edge.outbound.hasRoom(for: 1))
    }

    /// Learns from the size of an answer, and counts unread bytes.
    func noteWritten(_ bytes: Int, of call: ServedActivation) {
        let position: Int = call.position
        core.answers.change { $0.learn(bytes, position) }
        if attention.read({ $0 > 0 }) { call.observed?.outputBytes += bytes }
        countUnread()
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

    mutating func learn(_ count: Int, _ position: Int) {
        let before: Int = bytes[position]
        bytes[position] = count >= before ? count : max(before - (before - count) / Self.memory, Self.least)
    }
}
