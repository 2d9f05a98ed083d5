import ColonnadeEventLoop

/// Reports the daemon's state to whoever started it, by the protocol of sd_notify(3).
struct Notifier: Sendable {
    /// The receiver's datagram socket; nil without a receiver.
    let path: String?
    let loop: EventLoop

    /// Sends what must arrive: retries for a second where the receiver's queue is full.
    /// - Returns: whether it was sent or there is no receiver.
    @discardableResult
    func send(_ text: String) async -> Bool {
        for _ in 0..<50 {
            if trySend(text) { return true }
            do { try await loop.sleep(for: .milliseconds(20)) } catch { return trySend(text) }
        }
        return false
    }

    /// Sends what may be lost.
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

    /// Sends a sign of life twice in each `interval`, from a timer of the loop: a blocked loop sends none.
    func startWatchdog(_ interval: Duration) {
        trySend("WATCHDOG=1")
        loop.schedule(after: interval / 2) { startWatchdog(interval) }
    }
}
