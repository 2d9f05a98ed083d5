/// The socket from which everything came lately that was read, where there is one.
struct LoneSocket {
    /// So many reads in a row make a socket the lone one.
    static let enoughReads: Int = 8

    private var socket: UnixSocket?
    private var reads: Int = 0
    /// How often something was found since libuv was asked.
    var finds: Int = 0

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
    /// Looks in a row that may find nothing: a microsecond or two.
    private static let looks: Int = 4
    /// Turns in a row without libuv: so many answers of the lone socket timers, other sockets and other threads wait for.
    private static let turnsWithoutAsking: Int = 16

    /// Has a loop that spins read the lone socket at once, without asking libuv first whether there is something to be read: one
    /// system call instead of two.
    /// - Returns: whether there was; libuv is not to be asked in this turn then.
    func lookAtLoneSocket() -> Bool {
        let hasFound: Bool = unsafe spinning.isWorthIt && loneSocket.finds < Self.turnsWithoutAsking && readLoneSocket()
        unsafe loneSocket.finds = hasFound ? loneSocket.finds + 1 : 0
        return hasFound
    }

    private func readLoneSocket() -> Bool {
        guard let socket: UnixSocket = unsafe loneSocket.value, socket.isCalledInPlace || !isTurnInPlace else { return false }
        forgetNow()
        for _ in 0..<Self.looks {
            guard socket.readOnce() else { continue }
            readsWithoutAsking += 1
            noteEvent()
            return true
        }
        return false
    }

    /// Notes from where the events of a spinning loop come.
    func noteRead(of socket: UnixSocket) {
        if unsafe spinning.longest > 0 { unsafe loneSocket.noteRead(of: socket) }
    }
}
