import ColonnadeEventLoop

/// Tells whoever started the daemon how it is, by the protocol of sd_notify(3).
struct Notifier: Sendable {
    /// The receiver's datagram socket; nil where nobody wants to know.
    let path: String?
    let loop: EventLoop

    /// Sends what must arrive: a receiver whose queue is full is tried for a second.
    /// - Returns: whether it was sent, or there is nobody to send it to.
    @discardableResult
    func send(_ text: String) async -> Bool {
        for _ in 0..<50 {
            if trySend(text) { return true }
            do { try await loop.sleep(for: .milliseconds(20)) } catch { return trySend(text) }
        }
        return false
    }

    /// Sends what may get lost.
    @discardableResult
    func trySend(_ text: String) -> Bool {
        guard let path else { return true }
        do throws(SocketError) {
            try DatagramSocket.send(Array(text.utf8), to: path)
            return true
        } catch {
            return false
        }
    }

    /// Gives a sign of life twice in each `interval`, from a timer of the loop: a loop that stands still gives none.
    func startWatchdog(_ interval: Duration) {
        trySend("WATCHDOG=1")
        loop.schedule(after: interval / 2) { startWatchdog(interval) }
    }
}
