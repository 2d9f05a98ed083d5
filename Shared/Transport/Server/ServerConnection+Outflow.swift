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
    var isFull: Bool { isOverfull(limits.queuedBytes) || !edge.outbound.hasRoom(for: 1) }

    /// Whether one more answer must not be kept.
    var isOutOfRoom: Bool { isBlocked && !outbound.hasRoom(for: 1) }

    func hasRoom(for reply: Reply) -> Bool {
        guard isBlocked, case .output(let bytes) = reply, bytes.count > limits.activationBytes else { return true }
        return outbound.hasRoom(for: bytes.count)
    }

    var tooMuchUnread: Fault {
        Fault(.exhausted, "The answer was given up: too many bytes of earlier ones wait to be read.", outcome: .done)
    }

    /// The next call whose answer will find room, to be started now. Where there is none, the connection is held up.
    func nextCall() -> ServedActivation? {
        guard let call: ServedActivation = ready.first else { return nil }
        guard !isClosing else { return ready.popFirst() }
        let expected: Int = core.answers.read { $0.expected(call.position) }
        guard mayExpect(expected) else {
            isHeldUp = true
            edge.wait(self)
            return nil
        }
        outbound.add(expected)
        call.count(expected: expected)
        return ready.popFirst()
    }

    private func mayExpect(_ bytes: Int) -> Bool {
        if outbound.used == 0, edge.outbound.hasRoom(for: 1) { return true }
        return !(isBlocked && pipe.queuedBytes >= limits.queuedBytes * 2) && outbound.hasRoom(for: bytes)
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
