internal import ColonnadeContract
internal import ColonnadeEventLoop

/// What is known of the bytes that a consumer has still to read.
struct Outflow {
    /// Bytes that were counted as unread when they were last looked at, while the pipe was blocked.
    var unread: Int = 0
    /// The same when the edge was last looked through; 0 where nothing was.
    var unreadAtLook: Int = 0
}

/// The budget for what goes out: a handler is started when there is room for its answer, as far as can be told from the board's
/// answers before; an answer that finds none is given up, and its call fails.
extension ServerConnection {
    /// From this many bytes on the kernel is asked whether it takes what was written, and what it does not take is counted.
    private static let leastCounted: Int = 256 << 10

    /// Whether `limit` bytes wait to be written, although the kernel was offered them.
    func isOverfull(_ limit: Int) -> Bool {
        guard pipe.queuedBytes >= limit else { return false }
        if !isBlocked { isBlocked = !pipe.flush() }
        return isBlocked && pipe.queuedBytes >= limit
    }

    /// Whether a stream's outputs must wait.
    var isFull: Bool { isOverfull(limits.queuedBytes) || isBlocked && !edge.outbound.hasRoom(for: 1) }

    /// Whether one more answer must not be kept.
    var isOutOfRoom: Bool { isBlocked && !outbound.hasRoom(for: 1) }

    func hasRoom(for reply: Reply) -> Bool {
        guard isBlocked, case .output(let bytes) = reply, bytes.count > limits.activationBytes else { return true }
        return outbound.hasRoom(for: bytes.count)
    }

    var tooMuchUnread: Fault {
        Fault(.exhausted, "The answer was given up: too many bytes of earlier ones wait to be read.", outcome: .done)
    }

    /// The calls of this connection that wait have to go on waiting; see ``CallLine``.
    var isHeldUp: Bool { lane.read { $0.isHeldUp } }

    /// The next call whose answer will find room, to be started now, and whether there is no other after it for the time being. Where
    /// there is none, the connection is held up.
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

    /// Whether the answer of `call` will find room, which is then kept for it.
    func mayStart(_ call: ServedActivation) -> Bool {
        guard !isClosing else { return true }
        let expected: Int = core.answers.read { $0.expected(call.position) }
        guard mayExpect(expected) else {
            edge.wait(self)
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

    /// Learns from an answer, and counts what is unread.
    func noteWritten(_ bytes: Int, board position: Int) {
        core.answers.change { $0.learn(bytes, position) }
        countUnread()
    }

    func countUnread() {
        let queued: Int = pipe.queuedBytes
        guard queued >= Self.leastCounted else { return }
        if !isBlocked { isBlocked = !pipe.flush() }
        guard isBlocked else { return }
        outbound.add(pipe.queuedBytes - outflow.unread)
        outflow.unread = pipe.queuedBytes
        edge.watch(core)
    }

    /// The consumer has read everything.
    func noteDrained() {
        guard outflow.unread > 0 else { return }
        outbound.give(back: outflow.unread)
        (outflow.unread, outflow.unreadAtLook) = (0, 0)
        edge.tellWaiting()
        core.giveBackMemory()
    }
}

/// How many bytes the answer of each board is expected to have: at once as many as a longer one had, and little by little as few as
/// shorter ones have.
struct ExpectedAnswers {
    /// Of a board that has not answered yet.
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
