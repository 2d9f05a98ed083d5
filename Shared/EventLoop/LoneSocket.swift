import Glibc

/// The socket from which everything came lately that was read, where there is one.
///
/// One caller that waits for one answer is the ordinary case, and asking libuv what can be read costs such a call two more system calls.
/// The loop therefore waits on its own and reads the lone socket first. Without this (svc-echo, nine interleaved rounds on two cores that
/// also compiled), a lone call takes 15.6 instead of 13.9 µs, and 256 calls in flight reach 530,000 instead of 585,000 a second; on one
/// core 554,000 instead of 634,000. On two idle cores the time is the same, since waking a core takes 50 µs, but the client spends 12 % more
/// instructions and the server 10 %.
struct LoneSocket {
    /// So many reads in a row make a socket the lone one.
    static let enoughReads: Int = 8

    /// How often something was found since libuv was asked.
    var finds: Int = 0
    private var socket: UnixSocket?
    private var reads: Int = 0

    /// The lone one; nil where several sockets take turns, and while libuv has to say when there is room for what it is to write.
    var value: UnixSocket? {
        guard reads >= Self.enoughReads, let socket, !socket.isBlocked else { return nil }
        return socket
    }

    mutating func noteRead(of socket: UnixSocket) {
        if self.socket !== socket {
            self = LoneSocket()
            self.socket = socket
        }
        reads &+= 1
    }

    mutating func noteClosed(_ socket: UnixSocket) {
        if self.socket === socket { self = LoneSocket() }
    }
}

extension EventLoop {
    /// Looks in a row that may find nothing: a microsecond or two.
    private static let looks: Int = 4
    /// Turns in a row without libuv: so many answers of the lone socket timers, other sockets and other threads wait for.
    private static let turnsWithoutAsking: Int = 16

    /// Lets others have the processor for a moment, in a loop that spins.
    func letOthersRun() {
        sched_yield()
        unsafe spinning.noteYield(at: MonotonicTime.read().nanoseconds)
    }

    /// Has a loop that spins read the lone socket at once, without asking libuv first whether there is something to be read: one
    /// system call instead of two.
    /// - Returns: whether there was; libuv is not to be asked in this turn then.
    func lookAtLoneSocket() -> Bool {
        let hasFound: Bool =
            unsafe spinning.isWorthIt && loneSocket.finds < Self.turnsWithoutAsking && readLoneSocket(looks: hasWork ? 1 : Self.looks)
        unsafe loneSocket.finds = hasFound ? loneSocket.finds + 1 : 0
        return hasFound
    }

    /// For how long a loop that has nothing to do may wait for events without libuv, in milliseconds (-1: for ever); nil where libuv has
    /// to wait itself. Where one descriptor has something then, the lone socket is tried first, and libuv only asked where that has
    /// nothing: to be told by libuv what can be read costs a tenth of a call.
    var loneWait: Int32? {
        guard unsafe !hasChangedHandles && loneSocket.value != nil else { return nil }
        guard let deadline: MonotonicTime = armedDeadline else { return -1 }
        let now: UInt64 = MonotonicTime.read().nanoseconds
        return deadline.nanoseconds > now ? Int32(clamping: (deadline.nanoseconds - now) / 1_000_000 + 1) : nil
    }

    /// Waits without libuv, for `milliseconds` at most (-1: for ever), and has the lone socket read where that may be from where something came.
    /// - Returns: whether it was read, and libuv is not to be asked in this turn.
    func waitForLoneSocket(milliseconds: Int32) -> Bool {
        handles.wait(milliseconds: milliseconds) == 1 && readLoneSocket(looks: 1)
    }

    /// Reads the lone socket, without asking libuv whether there is something to be read.
    /// - Parameter looks: how often to look, where nothing is there.
    /// - Returns: whether something was there.
    private func readLoneSocket(looks: Int) -> Bool {
        guard let socket: UnixSocket = unsafe loneSocket.value, socket.isCalledInPlace || !isTurnInPlace else { return false }
        forgetNow()
        for look: Int in 1...looks {
            if socket.readOnce() {
                readsWithoutAsking += 1
                noteEvent()
                return true
            }
            if look == 1, looks > 1 { letOthersRun() }
        }
        return false
    }
}
