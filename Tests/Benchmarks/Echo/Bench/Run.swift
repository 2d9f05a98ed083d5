import ColonnadeEventLoop

/// One run: how many calls are still to be made, and what came of those that were.
struct Run {
    let start: UInt64
    /// The times of calls, from before each to after its output; in a stream, from one output to the next.
    private(set) var times: Histogram = Histogram()
    private(set) var bytes: Int = 0
    private(set) var errors: Int = 0
    private(set) var firstError: String?
    private let end: UInt64
    private let calls: Int
    private var begun: Int = 0

    init(_ pace: Pace) {
        start = MonotonicTime.read().nanoseconds
        end = pace.end(from: start)
        calls = pace.calls
    }

    /// The number of the next call; nil where none is to be made any more.
    mutating func next(at now: UInt64) -> Int? {
        guard begun < calls, now < end else { return nil }
        begun += 1
        return begun - 1
    }

    mutating func record(_ time: UInt64, bytes: Int, isRight: Bool) {
        times.add(time)
        self.bytes += bytes
        if !isRight { fail("a reply is not what was sent") }
    }

    mutating func fail(_ error: String) {
        errors += 1
        if firstError == nil { firstError = error }
    }
}
