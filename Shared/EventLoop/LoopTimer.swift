/// A call that a loop makes at a later time, once.
public final class LoopTimer: @unchecked Sendable {
    // Sendable: `body` is touched on the loop's thread only, which `cancel` and `takeBody` ensure.
    let loop: EventLoop
    private var body: (@Sendable () -> Void)?
    private var isQueued: Bool = true

    init(loop: EventLoop, body: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.body = body
    }

    /// Cancels the call: at once on the loop, from another thread as soon as the loop gets to it. Cancelling twice, or after the
    /// call, does nothing.
    public func cancel() {
        guard loop.isCurrent else {
            loop.execute { self.cancel() }
            return
        }
        guard body != nil else { return }
        body = nil
        if isQueued { loop.timers.noteCancelled() }
    }

    var isCancelled: Bool { body == nil }

    /// Called when the timer has left the loop's queue.
    func noteDue() {
        isQueued = false
    }

    func takeBody() -> (@Sendable () -> Void)? {
        precondition(loop.isCurrent)
        defer { body = nil }
        return body
    }
}
