internal import ColonnadeContract
internal import ColonnadeEventLoop

/// Gives the calls of one connector their places in traces.
struct CallTracing: Sendable {
    let tracer: Tracer
    let provider: String
    let contract: ContractDescriptor

    /// Puts a call into the trace of the task that makes it. Any thread.
    /// - Returns: its span's beginning; nil where no span is kept of it.
    func begin(_ metadata: inout CallMetadata, board: UInt16) -> MadeCall? {
        // The platform's own boards are not the vertical's work.
        guard board < PlatformBoards.first else { return nil }
        if let inner: String = tracer.inner?.traceparent(after: metadata.traceparent) { metadata.traceparent = inner }
        guard let (context, parent) = tracer.context(of: metadata.traceparent) else { return nil }
        // An unsampled trace is handed on as it came.
        if context.isSampled || parent == nil { metadata.traceparent = context.traceparent }
        guard context.isSampled else { return nil }
        return MadeCall(tracing: self, context: context, parent: parent, board: board, start: tracer.now)
    }
}

/// A call of a sampled trace, on the consumer's side.
final class MadeCall: Sendable {
    private let tracing: CallTracing
    private let context: TraceContext
    private let parent: UInt64?
    private let board: UInt16
    private let start: UInt64

    init(tracing: CallTracing, context: TraceContext, parent: UInt64?, board: UInt16, start: UInt64) {
        self.tracing = tracing
        self.context = context
        self.parent = parent
        self.board = board
        self.start = start
    }

    /// Keeps the span. On the tracer's loop, once.
    func ended(_ end: CallSpan.End, inputBytes: Int, outputBytes: Int) {
        let name: String = tracing.contract.boards.first { $0.number == UInt32(board) }?.name ?? "board \(board)"
        tracing.tracer.keep(
            CallSpan(
                context: context, parent: parent, side: .made, interface: tracing.contract.name, board: name, peer: tracing.provider,
                start: start, nanoseconds: tracing.tracer.now &- start, end: end, inputBytes: inputBytes, outputBytes: outputBytes))
    }
}
