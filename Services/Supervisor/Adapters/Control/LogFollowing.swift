import ColonnadeEventLoop
import ColonnadeSystemIO
import DequeModule

/// The lines of some logs as they are written. Belongs to the loop.
final class LogFollowing {
    /// Bytes that may wait for a slow reader, before the oldest lines are dropped: a vertical may write as fast as it likes.
    static let capacity: Int = 1 << 20
    /// What a line costs beside its text.
    private static let overhead: Int = 64

    /// Says that there are lines. Ends with the task that reads.
    private let signals: AsyncStream<Void>
    private let source: AsyncStream<Void>.Continuation
    private var lines: Deque<LogLine> = Deque()
    private var bytes: Int = 0
    private var subscriptions: [(log: VerticalLog, number: Int)] = []

    init(_ logs: [(name: String, log: VerticalLog)], loop: EventLoop) {
        (signals, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let own: LoopBound<LogFollowing> = LoopBound(self, loop: loop)
        subscriptions = logs.map { name, log in (log, log.follow { own.value.take(LogLine(name: name, text: $0)) }) }
    }

    /// Gives `body` each line until its task is cancelled.
    func pass<Failure: Error>(_ body: (LogLine) async throws(Failure) -> Void) async throws(Failure) {
        for await _: Void in signals {
            while let line: LogLine = lines.popFirst() {
                bytes -= Self.cost(of: line)
                try await body(line)
            }
        }
    }

    private func take(_ line: LogLine) {
        lines.append(line)
        bytes += Self.cost(of: line)
        while bytes > Self.capacity, let oldest: LogLine = lines.popFirst() { bytes -= Self.cost(of: oldest) }
        source.yield()
    }

    private static func cost(of line: LogLine) -> Int { line.name.utf8.count + line.text.utf8.count + overhead }

    func end() {
        source.finish()
        for subscription: (log: VerticalLog, number: Int) in subscriptions { subscription.log.unfollow(subscription.number) }
        subscriptions = []
    }
}
