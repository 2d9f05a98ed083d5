import ColonnadeEventLoop
import ColonnadeSystemIO

/// The lines of some logs as they are written.
struct LogFollowing: Sendable {
    /// Lines that may wait for a slow reader, before the oldest are dropped.
    private static let capacity: Int = 10_000

    /// Ends with the task that reads it.
    let lines: AsyncStream<LogLine>
    private let subscriptions: LoopBound<[(log: VerticalLog, number: Int)]>
    private let source: AsyncStream<LogLine>.Continuation

    init(_ logs: [(name: String, log: VerticalLog)], loop: EventLoop) {
        let (lines, source) = AsyncStream<LogLine>.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
        self.lines = lines
        self.source = source
        subscriptions = LoopBound(
            logs.map { name, log in (log, log.follow { source.yield(LogLine(name: name, text: $0)) }) }, loop: loop)
    }

    func end() {
        source.finish()
        for subscription: (log: VerticalLog, number: Int) in subscriptions.value { subscription.log.unfollow(subscription.number) }
    }
}
