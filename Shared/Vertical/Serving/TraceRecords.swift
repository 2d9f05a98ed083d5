import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
internal import ColonnadeTransport
import FoundationEssentials

/// Puts moments of the monotonic clock on the wall's.
struct WallClock {
    private let now: Date
    private let monotonic: UInt64

    init(loop: EventLoop) {
        now = Date()
        monotonic = loop.isVirtual ? loop.now.nanoseconds : MonotonicTime.read().nanoseconds
    }

    func date(of nanoseconds: UInt64) -> Date {
        now.addingTimeInterval((Double(nanoseconds) - Double(monotonic)) / 1_000_000_000)
    }
}

extension Tracer {
    /// What is kept, as an operator reads it. On the loop.
    /// - Parameter trace: only its spans; nil for all.
    func record(of trace: TraceID?) -> KeptSpans {
        let clock: WallClock = WallClock(loop: loop)
        let (spans, overwritten): ([CallSpan], UInt64) = spans(of: trace)
        return KeptSpans(spans: spans.map { SpanRecord($0, clock) }, overwritten: overwritten)
    }
}

extension SpanRecord {
    init(_ span: CallSpan, _ clock: WallClock) {
        self.init(
            trace: span.context.trace.description, span: TraceContext.text(span: span.context.span),
            parent: span.parent.map(TraceContext.text(span:)), side: SpanSide(span.side),
            board: span.side == .inner ? span.board : "\(span.interface).\(span.board)", peer: span.peer, start: clock.date(of: span.start),
            duration: .nanoseconds(Int64(clamping: span.nanoseconds)), end: CallEnding(span.end), inputBytes: span.inputBytes,
            outputBytes: span.outputBytes)
    }
}

extension SpanSide {
    init(_ side: CallSpan.Side) {
        switch side {
        case .served: self = .served
        case .made: self = .made
        case .inner: self = .inner
        }
    }
}

extension WatchedCall {
    init(_ call: SeenCall, _ clock: WallClock) {
        self.init(
            board: "\(call.interface).\(call.board)", consumer: call.consumer, trace: call.trace?.description,
            start: clock.date(of: call.start), duration: .nanoseconds(Int64(clamping: call.nanoseconds)), end: CallEnding(call.end),
            inputBytes: call.inputBytes, outputBytes: call.outputBytes)
    }
}

extension CallEnding {
    init(_ end: CallSpan.End) {
        switch end {
        case .answered: self = .answered
        case .refused(let number): self = .refused(number: Int(number))
        case .failed(let code, let outcome): self = .failed(code: Int(code.rawValue), outcome: Int(outcome.rawValue))
        }
    }
}
