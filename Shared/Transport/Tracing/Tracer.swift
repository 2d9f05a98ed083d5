public import ColonnadeContract
public import ColonnadeEventLoop

/// A vertical's spans: decides which traces are sampled where none comes with a call, and keeps the last spans in a ring.
///
/// Where it makes no traces, a call without a trace is only looked at, unless ``InnerSpans`` are asked for each call that is made.
public final class Tracer: Sendable {
    /// Which share of the traces that begin here is sampled, from 0 to 1. With 0 none begin here; above 0 every call that brings no
    /// trace gets one, so that the calls of one sampled or unsampled root stay together.
    public let rate: Double
    /// The loop that it belongs to.
    public let loop: EventLoop
    /// Knows the spans that the vertical's own code opens; nil where nobody asks for any.
    let inner: (any InnerSpans)?
    private let ring: LoopOwned<SpanRing>

    /// A tracer without spans.
    /// - Parameters:
    ///   - loop: of the server and the connectors that it is given to.
    ///   - inner: knows the spans between the calls that the vertical serves and those that it makes.
    public init(rate: Double = 0, limits: Limits = Limits(), loop: EventLoop, inner: (any InnerSpans)? = nil) {
        self.rate = min(max(rate, 0), 1)
        self.loop = loop
        self.inner = inner
        ring = LoopOwned(SpanRing(capacity: limits.spansOfVertical), loop: loop)
    }

    /// Whether a call without a trace gets one.
    public var makesTraces: Bool { rate > 0 }

    /// Whether a call that brings no trace may belong to one.
    var placesCalls: Bool { makesTraces || inner != nil }

    /// The spans that are kept, oldest end first, and how many were overwritten. On the loop.
    /// - Parameter trace: only its spans; nil for all.
    public func spans(of trace: TraceID?) -> (spans: [CallSpan], overwritten: UInt64) {
        ring.change { ($0.spans(of: trace), $0.overwritten) }
    }

    /// The trace that a call or a piece of work belongs to: its own, or a new one where that is to be made.
    /// - Returns: nil where it belongs to none; a new one has no parent.
    public func context(of traceparent: String?) -> (context: TraceContext, parent: UInt64?)? {
        if let traceparent, let parent: TraceContext = TraceContext(parsing: traceparent) {
            return (parent.isSampled ? parent.next() : parent, parent.span)
        }
        return makesTraces ? (.root(sampling: rate), nil) : nil
    }

    /// Keeps a span. On the loop.
    func keep(_ span: CallSpan) {
        ring.change { $0.append(span) }
    }

    /// Keeps a span of the vertical's own work. Any thread.
    public func keep(
        inner name: String, _ context: TraceContext, parent: UInt64?, start: UInt64, nanoseconds: UInt64, end: CallSpan.End
    ) {
        let span: CallSpan = CallSpan(
            context: context, parent: parent, side: .inner, interface: "", board: name, peer: nil, start: start,
            nanoseconds: nanoseconds, end: end, inputBytes: 0, outputBytes: 0)
        if loop.isCurrent { keep(span) } else { loop.execute { self.keep(span) } }
    }

    /// The time of the loop's clock, to the nanosecond: a loop reads its clock once a turn, and most calls take less. Any thread.
    public var now: UInt64 { loop.isVirtual ? loop.now.nanoseconds : MonotonicTime.read().nanoseconds }
}
