/// The socket from which everything came lately that was read, where there is one.
struct LoneSocket {
    /// So many reads in a row make a socket the lone one.
    static let enoughReads: Int = 8

    private var socket: UnixSocket?
    private var reads: Int = 0

    /// The lone one; nil where several sockets take turns.
    var value: UnixSocket? { reads < Self.enoughReads ? nil : socket }

    mutating func noteRead(of socket: UnixSocket) {
        if self.socket === socket {
            reads &+= 1
        } else {
            self.socket = socket
            reads = 1
        }
    }

    mutating func noteClosed(_ socket: UnixSocket) {
        guard self.socket === socket else { return }
        self.socket = nil
        reads = 0
    }
}

extension EventLoop {
    /// Looks without libuv between two turns, at most: a microsecond or two, for which timers, other sockets and other threads wait.
    private static let looks: Int = 4

    /// Has a loop that spins read the lone socket at once, without asking libuv first whether there is something to be read: one
    /// system call instead of two. What it finds is dealt with as in a turn, and a turn follows.
    func lookAtLoneSocket() {
        guard unsafe spinning.isWorthIt, let socket: UnixSocket = unsafe loneSocket.value else { return }
        forgetNow()
        for _ in 0..<Self.looks {
            guard socket.readOnce() else { continue }
            readsWithoutAsking += 1
            noteEvent()
            runJobs()
            return flushSockets()
        }
    }

    /// Notes from where the events of a spinning loop come.
    func noteRead(of socket: UnixSocket) {
        if unsafe spinning.longest > 0 { unsafe loneSocket.noteRead(of: socket) }
    }
}
