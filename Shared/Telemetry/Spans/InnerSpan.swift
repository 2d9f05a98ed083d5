import ColonnadeContract
import ColonnadeTransport
private import Synchronization
import Tracing

/// A piece of a vertical's own work. Any thread.
final class InnerSpan: Span {
    /// What is kept of a sampled span once it ends.
    struct Recording: Sendable {
        let tracer: SpanKeeper
        let open: OpenSpans
        let place: TraceContext
        let parent: UInt64?
        /// By the tracer's clock.
        let start: UInt64
    }

    private struct State {
        var name: String
        var isFailed: Bool = false
        var isEnded: Bool = false
    }

    let context: ServiceContext
    /// Nil where nothing is kept.
    private let recording: Recording?
    private let bytesOfName: Int
    private let state: Mutex<State>

    init(_ name: String, context: ServiceContext, recording: Recording?, bytesOfName: Int) {
        self.context = context
        self.recording = recording
        self.bytesOfName = bytesOfName
        state = Mutex(State(name: recording == nil ? "" : name.cut(toBytes: bytesOfName)))
    }

    deinit {
        // One that nobody has ended: it has no end to tell of.
        if let recording, !state.withLock({ $0.isEnded }) { recording.open.end() }
    }

    var isRecording: Bool { recording != nil && !state.withLock { $0.isEnded } }

    var operationName: String {
        get { state.withLock { $0.name } }
        set { if recording != nil { state.withLock { $0.name = newValue.cut(toBytes: bytesOfName) } } }
    }

    /// None is kept: they hold paths, queries and what else people have said.
    var attributes: SpanAttributes {
        get { [:] }
        set {}
    }

    func setStatus(_ status: SpanStatus) {
        state.withLock { $0.isFailed = status.code == .error }
    }

    func addEvent(_ event: SpanEvent) {}

    func addLink(_ link: SpanLink) {}

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {}

    /// Keeps the span. Once: what comes later is nothing.
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard let recording else { return }
        let ended: State? = state.withLock { state in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return state
        }
        guard let ended else { return }
        recording.open.end()
        let stop: UInt64 = recording.tracer.moment(of: instant())
        recording.tracer.keep(
            inner: ended.name, recording.place, parent: recording.parent, start: recording.start,
            nanoseconds: stop - min(recording.start, stop), end: ended.isFailed ? .failed(.internal, .done) : .answered)
    }
}

extension SpanKeeper {
    /// A time of the wall's clock by the tracer's: not after now.
    func moment(of instant: some TracerInstant) -> UInt64 {
        // In this order: what lies between the two makes a time later, so that none comes before one that was taken before it.
        let wall: UInt64 = DefaultTracerClock.now.nanosecondsSinceEpoch
        let now: UInt64 = now
        let age: UInt64 = wall - min(instant.nanosecondsSinceEpoch, wall)
        return now - min(age, now)
    }
}
